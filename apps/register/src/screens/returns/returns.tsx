import { useEffect, useState } from 'react';
import { useTill } from '#register/app/till-context.ts';
import type { ReturnableSale, ReturnRecord, Returns } from '#register/till/return-views.ts';
import { addReturningWords } from '#register/words/returning.ts';
import { FindSale } from './find-sale.tsx';
import { GivenBack } from './given-back.tsx';
import { ReturnLines } from './return-lines.tsx';
import './returns.css';

addReturningWords();

type Step =
  | { name: 'find'; text: string }
  | { name: 'lines'; sale: ReturnableSale; isWhole: boolean }
  | { name: 'given'; given: ReturnRecord };

/** A return: the sale, what comes back of it, and what goes back. */
export default function ReturnsScreen({
  search = '',
  isWhole = false,
  onClose,
}: {
  /** Receipt or number of the sale, if it is known. */
  search?: string | undefined;
  /** True to take the whole sale back. */
  isWhole?: boolean | undefined;
  onClose: () => void;
}) {
  const till = useTill();
  const [desk, setDesk] = useState<Returns | null>(null);
  const [step, setStep] = useState<Step>({ name: 'find', text: search });
  useEffect(() => {
    let isOpen = true;
    void till.returns().then(async (returns) => {
      if (!isOpen) return;
      setDesk(returns);
      const [only, ...others] = search === '' ? [] : returns.findHere(search);
      if (!only || others.length > 0) return;
      const sale = await returns.refresh(only);
      if (isOpen) setStep({ name: 'lines', sale, isWhole });
    });
    return () => {
      isOpen = false;
    };
  }, [till, search, isWhole]);
  if (!desk) return null;
  switch (step.name) {
    case 'find':
      return (
        <FindSale
          desk={desk}
          text={step.text}
          onOpen={(sale) => setStep({ name: 'lines', sale, isWhole: false })}
          onClose={onClose}
        />
      );
    case 'lines':
      return (
        <ReturnLines
          key={step.sale.clientOrderId}
          desk={desk}
          sale={step.sale}
          isWhole={step.isWhole}
          onSearch={(text) => setStep({ name: 'find', text })}
          onBack={() => (search === '' ? setStep({ name: 'find', text: '' }) : onClose())}
          onGiven={(given) => setStep({ name: 'given', given })}
        />
      );
    case 'given':
      return (
        <GivenBack
          given={step.given}
          onClose={() => {
            till.nextCustomer();
            onClose();
          }}
        />
      );
  }
}
