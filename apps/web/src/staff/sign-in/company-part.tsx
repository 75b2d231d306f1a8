import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';

type CompanyPartProps = {
  /** Name of the company's provider. */
  name: string;
  isByPassword: boolean;
  onPassword: () => void;
};

/** Sign-in by the company's provider, and the way to the password beside it. */
export function CompanyPart({ name, isByPassword, onPassword }: CompanyPartProps) {
  return (
    <>
      <ButtonLink
        to={`/company-sign-in${location.search}`}
        variant={isByPassword ? 'secondary' : 'primary'}
        block
      >
        Sign in with {name}
      </ButtonLink>
      {!isByPassword && (
        <Button size="sm" variant="tertiary" block onClick={onPassword}>
          Sign in with a password
        </Button>
      )}
    </>
  );
}
