import { formatCents } from '@pos/contract/values/money';
import { IconCheck, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import type {
  ApprovalRequest,
  ApproveRefusal,
  GivenApproval,
} from '#register/till/approval-views.ts';
import type { Person } from '#register/till/till.ts';
import { useAnnounce } from '#register/ui/announcer.tsx';
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { KEY_RANK, useKeys } from '#register/ui/keys.ts';
import { SecretCode, typeCode } from '#register/ui/secret-code.tsx';
import { Sheet } from '#register/ui/sheet.tsx';
import { addChangingWords } from '#register/words/changing.ts';
import { useSay } from '#register/words/say.tsx';
import './changes.css';

addChangingWords();

/** Asks a second person for an approval: their name, and their own code. */
export default function ApproveSheet({
  what,
  more,
  request,
  onApproved,
  onClose,
}: {
  /** The thing to approve, in words. */
  what: string;
  more: string;
  request: Omit<ApprovalRequest, 'personId' | 'secretCode'>;
  onApproved: (approval: GivenApproval) => void;
  onClose: () => void;
}) {
  const say = useSay();
  const till = useTill();
  const { cashier, approvers } = useTillState();
  const [choice, setChosen] = useState<Person | null>(null);
  const chosen = approvers.find(({ id }) => id === choice?.id) ?? approvers[0] ?? null;
  // The company may have named somebody since this register last heard of its people.
  useEffect(() => void till.refreshPeople(), [till]);
  return (
    <Sheet isWide title={say('approveTitle')} onClose={onClose}>
      <div className="two-sides">
        <div className="side">
          <h1>{say('approveTitle')}</h1>
          <p className="label">{say('approveText', { name: cashier?.name ?? '' })}</p>
          <div className="purse">
            <div className="r">
              <b>{what}</b>
              {request.amountCents > 0 && <b className="num">{formatCents(request.amountCents)}</b>}
            </div>
            {more !== '' && <p className="label">{more}</p>}
          </div>
          {approvers.length === 0 ? (
            <p className="note gap-above">
              <IconUsers className="ic" />
              <span>{say('nobodyApproves')}</span>
            </p>
          ) : (
            <Approvers people={approvers} chosen={chosen} onChoose={setChosen} />
          )}
          <div className="end">
            <Button className="b block" onClick={onClose}>
              {say('cancelNothing')}
            </Button>
          </div>
        </div>
        {chosen && (
          <OwnCode key={chosen.id} person={chosen} request={request} onApproved={onApproved} />
        )}
      </div>
    </Sheet>
  );
}

type ApproversProps = {
  people: readonly Person[];
  chosen: Person | null;
  onChoose: (person: Person) => void;
};

function Approvers({ people, chosen, onChoose }: ApproversProps) {
  const say = useSay();
  useKeys((key) => {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    const at = people.findIndex(({ id }) => id === chosen?.id) + (key === 'ArrowDown' ? 1 : -1);
    const next = people[at];
    if (next) onChoose(next);
    return true;
  }, KEY_RANK.insideSheet);
  return (
    <>
      <p className="lab">{say('whoApproves')}</p>
      <div className="card rows approvers" role="radiogroup" aria-label={say('whoApproves')}>
        {people.map((person) => {
          const isChosen = person.id === chosen?.id;
          return (
            <Button
              key={person.id}
              className={`hit ${isChosen ? 'on' : ''}`}
              role="radio"
              aria-checked={isChosen}
              onClick={() => onChoose(person)}
            >
              <Face name={person.name} size="l" />
              <span className="narrow">
                <b className="ell">{person.name}</b>
                <small>{say('ofCompany')}</small>
              </span>
              {isChosen && <IconCheck className="ic" />}
            </Button>
          );
        })}
      </div>
    </>
  );
}

type OwnCodeProps = {
  person: Person;
  request: Omit<ApprovalRequest, 'personId' | 'secretCode'>;
  onApproved: (approval: GivenApproval) => void;
};

/** The four digits of the person who approves. */
function OwnCode({ person, request, onApproved }: OwnCodeProps) {
  const say = useSay();
  const till = useTill();
  const announce = useAnnounce();
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<{ reason: ApproveRefusal; minutes: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const { name } = person;
  const ask = async (secretCode: string) => {
    setBusy(true);
    setRefusal(null);
    const result = await till.approve({ ...request, personId: person.id, secretCode });
    setBusy(false);
    setCode('');
    if (!result.ok) {
      const minutes = Math.max(1, Math.ceil(Number(result.detail ?? 0) / 60));
      return setRefusal({ reason: result.reason, minutes });
    }
    announce(say('approved', { name }));
    onApproved(result.approval);
  };
  const press = (key: string) => {
    if (busy) return;
    setCode(typeCode(code, key, (secretCode) => void ask(secretCode)));
  };
  useKeys((key) => {
    if (!/^\d$/.test(key) && key !== 'Backspace') return false;
    press(key);
    return true;
  }, KEY_RANK.insideSheet);
  return (
    <div className="side digits">
      <h2 className="own-code ell">{say('hisCode', { name })}</h2>
      <SecretCode
        entered={code.length}
        isReady={!busy}
        refusal={refusal ? say(`approve_${refusal.reason}`, { name, ...refusal }) : ''}
        onKey={press}
      />
      <p className="meta end own-code">{say('nameIsKept')}</p>
    </div>
  );
}
