import { ApiError } from '@pos/contract/client';
import { IconFileOff } from '@tabler/icons-react';
import { ButtonLink } from '../buttons/button.tsx';
import { Empty, ErrorNotice } from '../messages/notice.tsx';

type RecordErrorProps = {
  what: string;
  error: unknown;
  retry: () => void;
  back: { label: string; to: string };
};

/** Error in place of a record: it does not exist (any more), or it could not be loaded. */
export function RecordError({ what, error, retry, back }: RecordErrorProps) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <ErrorNotice what={`The ${what}`} error={error} retry={retry} />;
  return (
    <Empty
      heading="h1"
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`}
      text="It may have been deleted, or you may not have access."
      icon={IconFileOff}
      actions={
        <ButtonLink to={back.to} variant="primary">
          Go to {back.label}
        </ButtonLink>
      }
    />
  );
}
