import * as styles from './orders.module.css';

/** Order number with its fair part muted, so that the register's letter and number stand out. */
export function OrderNumber({ number }: { number: string }) {
  const { fair, own } = toParts(number);
  return (
    <span className={`monospace ${styles.orderNumber}`}>
      <span className="muted">{fair}</span>
      {own}
    </span>
  );
}

/** Short form used at the fair: `MI006719-26-01-A0096` is `A0096`. */
export function shortNumber(number: string): string {
  return toParts(number).own;
}

function toParts(number: string): { fair: string; own: string } {
  const cut = number.lastIndexOf('-') + 1;
  return { fair: number.slice(0, cut), own: number.slice(cut) };
}
