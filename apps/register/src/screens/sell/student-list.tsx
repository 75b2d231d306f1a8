import type { RegisterStudent } from '@pos/contract/sales/register-catalog';
import { Button } from '#register/ui/controls.tsx';
import { Face } from '#register/ui/face.tsx';
import { Letters, typeText } from '#register/ui/keypad.tsx';
import { useFound } from '#register/ui/use-found.ts';
import { useSay } from '#register/words/say.tsx';
import { Marked } from './marked.tsx';

type StudentListProps = {
  students: readonly RegisterStudent[];
  text: string;
  onType: (text: string) => void;
  onChoose: (student: RegisterStudent) => void;
  onClose: () => void;
};

/** Children with grade and teacher, because two may share a name, and the letters to find them. */
export function StudentList({ students, text, onType, onChoose, onClose }: StudentListProps) {
  const say = useSay();
  const { chosen } = useFound({ found: students, text, onType, onTake: onChoose, onClose });
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
            <Button
              key={student.studentNumber}
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
            </Button>
          );
        })}
      </div>
      <Letters numbers onKey={(key) => onType(typeText(text, key))} />
    </>
  );
}
