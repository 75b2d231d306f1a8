import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSay } from '#register/words/say.tsx';
import { Button } from './controls.tsx';

type StepperProps = {
  title: string;
  quantity: number;
  onChange: (quantity: number) => void;
  removes?: boolean;
};

/** Quantity of a thing with less and more; at one, less removes it where that is possible. */
export function Stepper({ title, quantity, onChange, removes = true }: StepperProps) {
  const say = useSay();
  const isLast = removes && quantity === 1;
  return (
    <div className="step num">
      <Button
        aria-label={say(isLast ? 'removeLine' : 'takeOne', { title })}
        onClick={() => onChange(Math.max(removes ? 0 : 1, quantity - 1))}
      >
        {isLast ? <IconTrash className="ic s" /> : <IconMinus className="ic s" />}
      </Button>
      <span>{quantity}</span>
      <Button aria-label={say('addOne', { title })} onClick={() => onChange(quantity + 1)}>
        <IconPlus className="ic s" />
      </Button>
    </div>
  );
}
