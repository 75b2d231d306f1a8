import { IconAlertTriangle } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { failureText } from '#web/lib/failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Reference } from '#web/ui/notice.tsx';
import './pages.css';

/** The page failed by an error of ours; its heading is the specification's (section 8). */
export function UnexpectedError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { reference } = failureText(error);
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="empty" role="alert">
      <span className="art bad" aria-hidden>
        <IconAlertTriangle size={28} stroke={1.5} />
      </span>
      <h1 tabIndex={-1}>Unexpected Application Error!</h1>
      <p>Your work on this page is kept.</p>
      <div className="actions">
        <Button variant="primary" onClick={again}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
      {reference && <Reference id={reference} />}
    </div>
  );
}
