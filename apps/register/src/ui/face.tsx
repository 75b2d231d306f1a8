const TINTS = ['', 'i', 'g', 'v', 'w', 'm'] as const;

/** The first letter of a name in a disc; the same name has the same tint everywhere. */
export function Face({ name, size = '' }: { name: string; size?: '' | 'l' | 'xl' }) {
  const sum = [...name].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return (
    <span className={`face ${size} ${TINTS[sum % TINTS.length]}`} aria-hidden="true">
      {[...name][0]?.toUpperCase() ?? '·'}
    </span>
  );
}
