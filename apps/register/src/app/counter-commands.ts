import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { giveKey } from '#register/ui/keys.ts';
import { playTone } from '#register/ui/tones.ts';
import { useSay } from '#register/words/say.tsx';
import { deviceSettings } from './device-settings.ts';
import { useTill } from './till-context.ts';
import { useAttempt } from './use-attempt.ts';
import { SALE, useNavigation } from './view.ts';

/** Commands of the counter card, by the text of their barcodes. */
export const COMMANDS = {
  pay: '>PAY',
  cash: '>CASH',
  gave5: '>GAVE5',
  gave10: '>GAVE10',
  gave20: '>GAVE20',
  wallet: '>WALLET',
  next: '>NEXT',
  undo: '>UNDO',
  park: '>PARK',
  yes: '>YES',
  no: '>NO',
  receipt: '>RCPT',
} as const;
export type Command = keyof typeof COMMANDS;

/** Cents handed over by each of the commands that say so. */
const GAVE = { gave5: 500, gave10: 1_000, gave20: 2_000 } as const;

/** Returns the command that a scanned text stands for. */
function toCommand(text: string): Command | undefined {
  const code = text.trim().toUpperCase();
  return (Object.keys(COMMANDS) as Command[]).find((command) => COMMANDS[command] === code);
}

/** Commands of the payment. */
function usePayCommands() {
  const till = useTill();
  const { attempt } = useAttempt();
  const begin = async () => {
    const { stage } = till.getState().sale;
    return stage !== 'sell' || attempt(await till.startPayment());
  };
  /** A sale of $0.00 is finished when its payment begins. */
  const isOpen = () => till.getState().done === null;
  const takeCash = async (tenderedCents?: number) => {
    if (!(await begin()) || !isOpen()) return;
    const { leftInCashCents: owedCents } = till.getState().sale;
    attempt(
      await till.take({ method: PaymentMethod.cash, tenderedCents: tenderedCents ?? owedCents }),
    );
  };
  const takeWallet = async () => {
    if ((await begin()) && isOpen()) attempt(await till.take({ method: PaymentMethod.eWallet }));
  };
  return { begin, takeCash, takeWallet };
}

/**
 * Runs scanned commands: a whole sale without touching the screen. Returns false if the text is none.
 */
export function useCounterCommands(): (text: string) => boolean {
  const till = useTill();
  const say = useSay();
  const { go, warn } = useNavigation();
  const { attempt } = useAttempt();
  const { begin, takeCash, takeWallet } = usePayCommands();
  const undo = () => {
    const { lines, newestLineId } = till.getState().sale;
    const line = lines.find(({ id }) => id === newestLineId) ?? lines[0];
    if (!line) return;
    attempt(
      line.quantity > 1 ? till.setQuantity(line.id, line.quantity - 1) : till.removeLine(line.id),
    );
  };
  const park = () => {
    if (till.getState().training) warn(say('practiceText'));
    else attempt(till.park());
  };
  const showReceipt = () => {
    const { done, training } = till.getState();
    const sale = training ? undefined : (done?.sale ?? till.sales()[0]);
    if (!sale) return warn(say(training ? 'practiceText' : 'noSalesYet'));
    go({ name: 'receipt', id: sale.order.clientOrderId, way: 'show', back: SALE });
  };
  const run = (command: Command) => {
    if (command === 'yes') return giveKey('Enter');
    if (command === 'no') return giveKey('Escape');
    go(SALE);
    switch (command) {
      case 'pay':
        return void begin();
      case 'cash':
        return void takeCash();
      case 'gave5':
      case 'gave10':
      case 'gave20':
        return void takeCash(GAVE[command]);
      case 'wallet':
        return void takeWallet();
      case 'next':
        return till.nextCustomer();
      case 'undo':
        return undo();
      case 'park':
        return park();
      case 'receipt':
        return showReceipt();
    }
  };
  return (text) => {
    const command = toCommand(text);
    if (!command) return false;
    if (deviceSettings().sound) playTone('good');
    run(command);
    return true;
  };
}
