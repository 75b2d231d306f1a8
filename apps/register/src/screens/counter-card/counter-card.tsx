import { IconPrinter } from '@tabler/icons-react';
import { type Command, COMMANDS } from '#register/app/counter-commands.ts';
import { useTillState } from '#register/app/till-context.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { useHelp } from '#register/frame/use-help.ts';
import { Button } from '#register/ui/controls.tsx';
import { useEscape } from '#register/ui/keys.ts';
import { Logo } from '#register/ui/logo.tsx';
import { addHelpingWords } from '#register/words/helping.ts';
import { useSay } from '#register/words/say.tsx';
import { toCode128 } from './code-128.ts';
import './counter-card.css';

addHelpingWords();

/** Width of a module (px at 96 dpi): 0.5 mm, which every hand scanner reads. */
const MODULE_PX = 1.9;

/** A sheet of barcodes to print, for a whole sale by scanner alone. */
export default function CounterCard({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { go } = useNavigation();
  const { fair } = useTillState();
  const help = useHelp();
  useEscape(onClose);
  return (
    <Frame
      className="scrolls"
      money={
        <>
          <p className="t2">{say('counterCardHow')}</p>
          <div className="end" />
          <Button className="b pri main block" onClick={() => window.print()}>
            <IconPrinter className="ic" />
            {say('counterCardPrint')}
          </Button>
          <Button className="b main block strong gap-above" onClick={() => go(SALE)}>
            {say('backToSelling')}
          </Button>
        </>
      }
    >
      <Head title={say('counterCard')} onBack={onClose} />
      <article className="letter" aria-label={say('counterCard')}>
        <header>
          <Logo />
          <div>
            <h2>{say('counterCardTitle')}</h2>
            <p>{say('counterCardText')}</p>
          </div>
        </header>
        <ol className="letter-steps">
          {[say('counterCard1'), say('command_pay'), say('command_cash'), say('command_next')].map(
            (step, at) => (
              <li key={step}>
                <b>{at + 1}</b>
                {step}
              </li>
            ),
          )}
        </ol>
        <div className="letter-codes">
          {(Object.keys(COMMANDS) as Command[]).map((command) => (
            <Code key={command} command={command} />
          ))}
        </div>
        <footer>
          <p>{say('walkTipCard')}</p>
          <p className="num">{help ? say('callHelp', help) : fair?.schoolName}</p>
        </footer>
      </article>
    </Frame>
  );
}

function Code({ command }: { command: Command }) {
  const say = useSay();
  const text = COMMANDS[command];
  const { width, path } = toCode128(text);
  return (
    <div>
      <b>{say(`command_${command}`)}</b>
      <svg
        width={width * MODULE_PX}
        height="62"
        viewBox={`0 0 ${width} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        <path d={path} />
      </svg>
      <small>{text}</small>
    </div>
  );
}
