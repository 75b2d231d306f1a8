import type { ComponentProps, ReactNode } from 'react';

/** A button that sends no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
}

type TextFieldProps = ComponentProps<'input'> & {
  label: ReactNode;
  onText: (text: string) => void;
};

/** A text field below its label. */
export function TextField({ label, onText, ...input }: TextFieldProps) {
  return (
    <label className="fld">
      <span className="lab">{label}</span>
      <input className="in" {...input} onChange={(event) => onText(event.target.value)} />
    </label>
  );
}
