/**
 * Stems of passwords that attackers try first. A password that is one of these with capitals,
 * digits, signs or look-alike letters ("P@ssw0rd12!") keeps the rules of the specification. Pages
 * warn of it, the server refuses it and those of a longer list (domain 3.1).
 */
const STEMS = new Set(
  `password passwort passord passwd pass passcode secret welcome letmein login admin administrator root user guest test tester testing demo sample default changeme
  qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qwer asdf abc abcd abcde abcdef abcdefg aaaaaa iloveyou ilovegod iloveu loveyou love lovely
  sunshine princess football baseball basketball soccer hockey monkey dragon master superman batman spiderman starwars pokemon michael jordan jennifer jessica ashley
  charlie daniel thomas robert andrew joshua matthew hunter ranger harley buster summer winter spring autumn january february march april june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday shadow killer trustno freedom whatever computer internet samsung google facebook
  apple microsoft windows linkedin school teacher student library bookfair books reading posadmin company business office hello helloworld flower cookie cheese
  chocolate banana orange purple yellow silver golden diamond angel heaven jesus christ blessed family mother father money dollar america chicago dallas texas boston
  yankees cowboys steelers eagles lakers ferrari mercedes porsche corvette mustang yamaha blink merlin ginger pepper tigger snoopy maggie bailey matrix phoenix
  access system server network manager support service`.split(/\s+/),
);

const LOOK_ALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Returns true if a password is a common word in disguise, of these or one that `isKnown` knows. */
export function isCommonPassword(
  password: string,
  isKnown: (word: string) => boolean = () => false,
): boolean {
  const lower = password.toLowerCase();
  const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const plain = [...lower.replace(/[^a-z@$]+$/, '').replace(/^[^a-z@$]+/, '')]
    .map((character) => LOOK_ALIKES[character] ?? character)
    .join('');
  return [bare(lower), plain, plain.replace(/[^a-z]/g, ''), lower.replace(/[^a-z]/g, '')].some(
    (candidate) => STEMS.has(candidate) || isKnown(candidate),
  );
}
