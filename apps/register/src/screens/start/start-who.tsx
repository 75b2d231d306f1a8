import { today } from '@pos/contract/values/clock';
import { dayNumber, formatDayRange } from '@pos/contract/values/days';
import { IconCalendarEvent, IconChevronDown, IconRefresh, IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { startWalk } from '#register/app/walk.ts';
import { Frame, Title } from '#register/frame/frame.tsx';
import type { FairChoice, Person } from '#register/till/till.ts';
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { useKeys } from '#register/ui/keys.ts';
import { SecretCode, typeCode } from '#register/ui/secret-code.tsx';
import { useSay } from '#register/words/say.tsx';
import { LanguageButton } from './language-button.tsx';
import { useRefusal } from './refusal.ts';

/** Signs a person in: fair, name and code. */
export function StartWho() {
  const say = useSay();
  const till = useTill();
  const toRefusal = useRefusal();
  const { fairs } = useTillState();
  const [fairId, setFairId] = useState<string | null>(null);
  const [person, setPerson] = useState<Person | null>(null);
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const fair = fairs.find(({ id }) => id === fairId) ?? fairs[0];
  const run = async (work: () => ReturnType<typeof till.refreshPeople>) => {
    setBusy(true);
    setRefusal('');
    const result = await work();
    setBusy(false);
    setCode('');
    if (!result.ok) setRefusal(toRefusal(result));
  };
  const chooseFair = (id: string) => {
    setFairId(id);
    setPerson(null);
  };
  const choose = (chosen: Person | undefined) => {
    if (!chosen || busy) return;
    setPerson(chosen);
    setCode('');
    setRefusal('');
  };
  const press = (key: string) => {
    if (!person || !fair || busy) return;
    const signIn = (secretCode: string) =>
      void run(() =>
        till.signIn({ personId: person.id, secretCode, fairIdentifier: fair.identifier }),
      );
    setCode(typeCode(code, key, signIn));
  };
  useKeys((key) => {
    if (person && (/^\d$/.test(key) || key === 'Backspace')) press(key);
    else if (/^[1-9]$/.test(key)) choose(fair?.people[Number(key) - 1]);
    else if (key === 'Escape') {
      setPerson(null);
      setCode('');
    } else return false;
    return true;
  });
  return (
    <Frame
      money={
        <Code
          person={person}
          entered={code.length}
          refusal={refusal}
          isReady={person !== null && !busy}
          onKey={press}
        />
      }
    >
      <div className="head">
        <Title>{say('whoTitle')}</Title>
      </div>
      {fairs.length > 0 && <FairCard fairs={fairs} fair={fair} onChange={chooseFair} />}
      {fair && fair.people.length > 0 ? (
        <People people={fair.people} chosen={person} onChoose={choose} />
      ) : (
        <p className="note">
          <IconSchool className="ic" />
          <span>{say('noPeople')}</span>
        </p>
      )}
      <div className="row end spread">
        <Button className="b sm ter" onClick={() => startWalk(till)}>
          <IconSchool className="ic s" />
          {say('practiceFirst')}
        </Button>
        <LanguageButton />
        <Button
          className="b sm ter"
          disabled={busy}
          onClick={() => void run(() => till.refreshPeople())}
        >
          <IconRefresh className="ic s" />
          {say('askAgain')}
        </Button>
      </div>
    </Frame>
  );
}

type CodeProps = {
  person: Person | null;
  entered: number;
  refusal: string;
  isReady: boolean;
  onKey: (key: string) => void;
};

/** The four digits of a person. */
function Code({ person, entered, refusal, isReady, onKey }: CodeProps) {
  const say = useSay();
  return (
    <>
      <div className="row hello-row">
        {person && <Face name={person.name} size="l" />}
        <div className="narrow">
          <h2 className="ell">
            {person ? say('hello', { name: person.name }) : say('chooseName')}
          </h2>
          <p className="label">{say('yourCode')}</p>
        </div>
      </div>
      <SecretCode entered={entered} isReady={isReady} refusal={refusal} onKey={onKey} />
      <p className="say end forgot">{say('forgotCode')}</p>
    </>
  );
}

type FairCardProps = {
  fairs: readonly FairChoice[];
  fair: FairChoice | undefined;
  onChange: (fairId: string) => void;
};

function FairCard({ fairs, fair, onChange }: FairCardProps) {
  const say = useSay();
  if (!fair) return null;
  const { name, startDate, endDate, timeZone } = fair;
  const day = dayNumber(today(timeZone)) - dayNumber(startDate) + 1;
  const days = dayNumber(endDate) - dayNumber(startDate) + 1;
  const when =
    day >= 1 && day <= days
      ? say('dayOf', { name, day, days })
      : `${name} · ${formatDayRange(startDate, endDate)}`;
  return (
    <div className="fair card">
      <span className="fi">
        <IconCalendarEvent className="ic" />
      </span>
      <span className="narrow">
        <b className="ell">{fair.schoolName}</b>
        <small className="ell">{when}</small>
      </span>
      {fair.today && <span className="pill ok plain">{say('fairToday')}</span>}
      {fairs.length > 1 && (
        <>
          <IconChevronDown className="ic" />
          <select
            className="fair-choice"
            aria-label={say('chooseFair')}
            value={fair.id}
            onChange={(event) => onChange(event.target.value)}
          >
            {fairs.map((each) => (
              <option key={each.id} value={each.id}>
                {`${each.schoolName} · ${each.name}`}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}

type PeopleProps = {
  people: readonly Person[];
  chosen: Person | null;
  onChoose: (person: Person) => void;
};

function People({ people, chosen, onChoose }: PeopleProps) {
  const say = useSay();
  return (
    <div className="ppl" role="radiogroup" aria-label={say('whoLabel')}>
      {people.map((person) => {
        const isChosen = person.id === chosen?.id;
        return (
          <Button
            key={person.id}
            className={`tile ${isChosen ? 'on' : ''}`}
            role="radio"
            aria-checked={isChosen}
            onClick={() => onChoose(person)}
          >
            <Face name={person.name} size="xl" />
            <b>{person.name}</b>
          </Button>
        );
      })}
    </div>
  );
}
