import { useFormContext } from 'react-hook-form';

/** Returns a function that sets fields as if they had been typed. */
export function useFill() {
  const { setValue } = useFormContext();
  return (fields: Record<string, string | boolean | null>): void => {
    for (const [name, value] of Object.entries(fields))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
}
