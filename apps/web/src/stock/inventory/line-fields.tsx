import { PriceChange } from '@pos/contract/stock/adjustments';
import { ApiError } from '@pos/contract/client';
import { FairLine } from '@pos/contract/stock/inventory';
import { MAX_UNITS } from '@pos/contract/limits';
import { formatScaled, parseScaled } from '@pos/contract/values/decimals';
import { formatCents } from '@pos/contract/values/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { failureText } from '#web/lib/api/failure.ts';
import { CellField } from '#web/ui/table/rows/cell-field.tsx';
import type { CellEdit } from '#web/ui/table/description.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { useChangePrice, useUpdateLine } from './inventory.data.ts';
import { trueOnHand } from './change-words.ts';
import { useSayChange } from './use-say-change.ts';

/** Edits of a fair's inventory in its list, by column. */
export const LINE_EDITS: Readonly<Record<string, CellEdit<FairLine>>> = {
  price: { what: 'price', Field: PriceField },
  onHand: { what: 'on hand', Field: OnHandField },
};

const notWhole = 'On hand must be a whole number, 0 or more.';
const OnHand = z.int(notWhole).min(0, notWhole).max(MAX_UNITS, 'Enter at most 9,999,999.');

/** Reads a typed decimal as an integer of its smallest unit, and its message if it is wrong. */
function read(schema: z.ZodType<number>, text: string, decimals: number) {
  const { data = 0, error } = schema.safeParse(parseScaled(text, decimals) ?? text);
  return { value: data, problem: error?.issues[0]?.message };
}

type LineFieldProps = { row: FairLine; label: string; close: () => void };

function PriceField({ row, label, close }: LineFieldProps) {
  const { seen, followRefusal } = useSeenLine(row);
  const { mutateAsync: change } = useChangePrice();
  const say = useSayPrice();
  const readPrice = (text: string) => read(PriceChange.shape.priceCents, text, 2);
  const save = async (text: string): Promise<void> => {
    const { id, priceCents: before } = seen;
    const { value: priceCents } = readPrice(text);
    if (priceCents === before) return;
    const after = await change({ id, priceCents, seenPriceCents: before }).catch(followRefusal);
    say(after, before);
  };
  return (
    <CellField
      label={label}
      text={formatScaled(seen.priceCents, 2)}
      inputMode="decimal"
      check={(text) => readPrice(text).problem}
      save={save}
      close={close}
    />
  );
}

/**
 * Units on hand. Saves the difference from the units seen, so that a sale in the meantime stays
 * (domain 3.8).
 */
function OnHandField({ row, label, close }: LineFieldProps) {
  const { seen, followRefusal } = useSeenLine(row);
  const { mutateAsync: update } = useUpdateLine();
  const say = useSayChange();
  const onHand = trueOnHand(seen);
  const save = async (text: string): Promise<void> => {
    const delta = read(OnHand, text, 0).value - onHand;
    if (delta === 0) return;
    const body = {
      operation: delta < 0 ? 'remove' : 'add',
      updatedQuantity: Math.abs(delta),
      seenQuantity: onHand,
      reason: 'correction',
    } as const;
    say(await update({ ...body, id: seen.id }).catch(followRefusal), body);
  };
  return (
    <CellField
      label={label}
      text={formatScaled(onHand, 0)}
      inputMode="numeric"
      check={(text) => read(OnHand, text, 0).problem}
      save={save}
      close={close}
    />
  );
}

/**
 * The line as it was when its field was opened: what the person saw. After a refusal that shows the
 * current line, a new try starts from that.
 */
function useSeenLine(line: FairLine) {
  const [seen, setSeen] = useState(line);
  const queryClient = useQueryClient();
  const followRefusal = (error: unknown): never => {
    const current =
      error instanceof ApiError ? FairLine.safeParse(error.refusal.current).data : undefined;
    if (current) {
      setSeen(current);
      void queryClient.invalidateQueries({ queryKey: ['inventory'] });
    }
    throw error;
  };
  return { seen, followRefusal };
}

type Priced = Pick<FairLine, 'id' | 'title' | 'priceCents'>;

const WHEN_USED = 'Registers use it after their next contact';

/** Reports a changed price in a toast with Undo for ten seconds. */
function useSayPrice() {
  const { mutateAsync: change } = useChangePrice();
  const undo = async ({ id, title, priceCents }: Priced, before: number): Promise<void> => {
    try {
      await change({ id, priceCents: before, seenPriceCents: priceCents });
      toast.ok({ title: 'Price changed back', detail: `${title}: ${formatCents(before)}` });
    } catch (error) {
      toast.bad({
        title: `${title} could not be changed back`,
        detail: failureText(error).message,
      });
    }
  };
  return (line: Priced, before: number): void =>
    toast.ok({
      title: `${line.title}: price changed`,
      detail: `From ${formatCents(before)} to ${formatCents(line.priceCents)}. ${WHEN_USED}`,
      // No call sets a price of 0, which a catalog may have.
      ...(before > 0 && { undo: () => void undo(line, before) }),
    });
}
