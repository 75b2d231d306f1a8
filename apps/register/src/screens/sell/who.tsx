import { IconIdBadge, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import type { Customer } from '#register/till/till.ts';
import { Button, TextField } from '#register/ui/controls.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';
import { FindField } from './find-field.tsx';
import { StudentList } from './student-list.tsx';

const KINDS = ['student', 'parent', 'teacher', 'school'] as const;
type Kind = (typeof KINDS)[number];

/** Says who buys: a child by the letters of the name or the card, or a parent, teacher or school. */
export default function Who({ onClose }: { onClose: () => void }) {
  const { sale } = useTillState();
  const type = sale.customer?.type;
  const [kind, setKind] = useState<Kind>(
    type === 'parent' || type === 'teacher' || type === 'school' ? type : 'student',
  );
  const kinds = <Kinds kind={kind} onChange={setKind} />;
  return kind === 'student' ? (
    <ChooseStudent kinds={kinds} onClose={onClose} />
  ) : (
    <NameAdult key={kind} kind={kind} kinds={kinds} onClose={onClose} />
  );
}

function Kinds({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const say = useSay();
  return (
    <div className="seg" role="group" aria-label={say('whoBuys')}>
      {KINDS.map((each) => (
        <Button key={each} aria-pressed={kind === each} onClick={() => onChange(each)}>
          {say(each)}
        </Button>
      ))}
    </div>
  );
}

/** Sets the buyer and returns to the sale. */
function useChoose(): (customer: Customer | null) => void {
  const till = useTill();
  const { go } = useNavigation();
  const { attempt } = useAttempt();
  return (customer) => {
    if (attempt(till.setCustomer(customer))) go(SALE);
  };
}

function ChooseStudent({ kinds, onClose }: { kinds: ReactNode; onClose: () => void }) {
  const say = useSay();
  const till = useTill();
  const choose = useChoose();
  const [text, setText] = useState('');
  const found = text.trim() === '' ? [] : till.findStudents(text, 20);
  const names = found.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return (
    <Frame
      money={
        <>
          <div className="who-help">
            <div className="big-ic">
              <IconUsers className="ic xl" />
            </div>
            {twice !== undefined && (
              <div role="status">
                <h2>
                  {say('sameName', {
                    name: twice,
                    count: names.filter((name) => name === twice).length,
                  })}
                </h2>
                <p className="t2">{say('askTeacher')}</p>
              </div>
            )}
            <div className="rule" />
            <div className="row who-card">
              <IconIdBadge className="ic" />
              <p className="t2">{say('fasterCard')}</p>
            </div>
          </div>
          <div className="end" />
          <p className="say who-say">{say('lettersEnough')}</p>
          <Button className="b main block strong" onClick={() => choose(null)}>
            {say('sellWithoutName')}
          </Button>
        </>
      }
    >
      <Head title={say('whoBuys')} onBack={onClose} />
      {kinds}
      <FindField text={text} label={say('typeName')} onType={setText} />
      <StudentList
        key={text}
        students={found}
        text={text}
        onType={setText}
        onChoose={(student) => choose({ type: 'student', student })}
        onClose={onClose}
      />
    </Frame>
  );
}

const ADULT_WORDS = {
  parent: 'sellToParent',
  teacher: 'sellToTeacher',
  school: 'sellToSchool',
} as const;

type NameAdultProps = { kind: keyof typeof ADULT_WORDS; kinds: ReactNode; onClose: () => void };

function NameAdult({ kind, kinds, onClose }: NameAdultProps) {
  const say = useSay();
  const choose = useChoose();
  const { customer } = useTillState().sale;
  const [name, setName] = useState(customer?.type === kind ? (customer.name ?? '') : '');
  const done = () => choose({ type: kind, name: name.trim() || null });
  useKeys((key) => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter') done();
    else return false;
    return true;
  });
  return (
    <Frame
      money={
        <>
          <div className="end" />
          <Button className="b block gap-below" onClick={() => choose(null)}>
            {say('sellWithoutName')}
          </Button>
          <Button className="b pri main block" onClick={done}>
            {say(ADULT_WORDS[kind])}
          </Button>
        </>
      }
    >
      <Head title={say('whoBuys')} onBack={onClose} />
      {kinds}
      <TextField
        label={say('nameIfWanted')}
        value={name}
        maxLength={120}
        autoComplete="off"
        onText={setName}
      />
    </Frame>
  );
}
