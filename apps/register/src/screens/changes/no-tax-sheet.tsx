import type { ExemptReason } from '@pos/contract/sales/order-states';
import { IconBuilding, IconCertificate, IconSchool, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import type { Exemption } from '#register/till/till.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button, TextField } from '#register/ui/controls.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { useSay } from '#register/words/say.tsx';
import type { WordKey } from '#register/words/words.ts';

const REASONS: readonly { reason: ExemptReason; icon: Icon; word: WordKey; text: WordKey }[] = [
  {
    reason: 'school_purchase',
    icon: IconSchool,
    word: 'exemptSchool',
    text: 'exemptSchoolText',
  },
  {
    reason: 'organization',
    icon: IconBuilding,
    word: 'exemptOrganization',
    text: 'exemptOrganizationText',
  },
  { reason: 'other', icon: IconCertificate, word: 'exemptOther', text: 'exemptOtherText' },
];

/**
 * Sells without tax, with the number of a certificate. The office may have that of the school; without
 * any a second person approves it.
 */
export function NoTaxSheet({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const announce = useAnnounce();
  const { attempt } = useAttempt();
  const { sale, fair } = useTillState();
  const before = sale.exemption;
  const [reason, setReason] = useState<ExemptReason | null>(before?.reason ?? null);
  const [certificateNo, setCertificateNo] = useState(before?.certificateNo ?? '');
  const isKnown = reason === 'school_purchase' && fair?.schoolTaxExempt === true;
  const isReady = reason !== null;
  const set = (exemption: Exemption | null) => {
    if (!attempt(till.setExemption(exemption))) return;
    announce(say(exemption ? 'taxExempt' : 'chargeTax'));
    onClose();
  };
  return (
    <Sheet title={say('noTaxTitle')} onClose={onClose}>
      <p className="label">{say('noTaxText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && reason) set({ reason, certificateNo });
        }}
      >
        <p className="lab">{say('noTaxWho')}</p>
        <div className="exempts" role="radiogroup" aria-label={say('noTaxWho')}>
          {REASONS.map(({ reason: each, icon: ReasonIcon, word, text }) => (
            <Button
              key={each}
              className={`tile ${each === reason ? 'on' : ''}`}
              role="radio"
              aria-checked={each === reason}
              onClick={() => setReason(each)}
            >
              <ReasonIcon className="ic l" />
              <b>{say(word)}</b>
              <small>{say(text)}</small>
            </Button>
          ))}
        </div>
        {isKnown ? (
          <p className="note gap-above">
            <IconCertificate className="ic" />
            <span>{say('certificateHere')}</span>
          </p>
        ) : (
          reason !== null && (
            <TextField
              label={say('certificate')}
              value={certificateNo}
              maxLength={60}
              autoComplete="off"
              onText={setCertificateNo}
            />
          )
        )}
        {reason !== null && !isKnown && certificateNo.trim() === '' && (
          <p className="label">{say('noNumber')}</p>
        )}
        <button type="submit" className="b pri block sheet-main" disabled={!isReady}>
          {say('sellNoTax')}
        </button>
      </form>
      {before && (
        <Button className="b block ter" onClick={() => set(null)}>
          {say('chargeTax')}
        </Button>
      )}
    </Sheet>
  );
}
