import { useState } from 'react';
import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import { Face } from '#register/ui/face.tsx';
import { KEY_RANK, useKeys } from '#register/ui/keys.ts';
import { Letters, typeText } from '#register/ui/keypad.tsx';
import { useSay } from '#register/words/say.tsx';
import { Marked } from './marked.tsx';

/** Children with grade and teacher, because two may share a name, and the letters to find them. */
export function StudentList({
  students,
  text,
  onType,
  onChoose,
}: {
  students: readonly RegisterStudent[];
  text: string;
  onType: (text: string) => void;
  onChoose: (student: RegisterStudent) => void;
}) {
  const say = useSay();
  const [at, setAt] = useState(0);
  const chosen = students[at];
  useKeys((key) => {
    if (key === 'Enter' && chosen) onChoose(chosen);
    else if (key === 'ArrowDown') setAt(Math.min(at + 1, students.length - 1));
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (key === 'Backspace' || key.length === 1) onType(typeText(text, key));
    else return false;
    return true;
  }, KEY_RANK.part);
  return (
    <>
      <div
        className="card rows fill"
        role="listbox"
        aria-label={say('childrenFound', { count: students.length })}
      >
        {students.map((student) => {
          const name = `${student.firstName} ${student.lastName}`;
          return (
            <button
              key={student.studentNumber}
              type="button"
              className={`hit student ${student === chosen ? 'on' : ''}`}
              role="option"
              aria-selected={student === chosen}
              onClick={() => onChoose(student)}
            >
              <Face name={name} size="l" />
              <span className="narrow">
                <b className="ell">
                  <Marked text={name} words={text} />
                </b>
                <small className="num">{say('numberOf', { number: student.studentNumber })}</small>
              </span>
              <span className="gt">
                <b>{student.grade && say('grade', { grade: student.grade })}</b>
                <small>{student.teacher}</small>
              </span>
            </button>
          );
        })}
      </div>
      <Letters numbers onKey={(key) => onType(typeText(text, key))} />
    </>
  );
}
