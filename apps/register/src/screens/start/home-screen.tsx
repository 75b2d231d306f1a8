import type { ReactNode } from 'react';
import { useTill } from '#register/app/till-context.ts';
import { startWalk } from '#register/app/walk.ts';
import { Frame, Title } from '#register/frame/frame.tsx';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

/** Shows how the register comes to the home screen of an iPad, before it is paired. */
export default function HomeScreen() {
  const say = useSay();
  const till = useTill();
  return (
    <Frame className="ih">
      <Title>{say('homeScreenTitle')}</Title>
      <p className="t2">{say('homeScreenText')}</p>
      <ol className="three">
        <Step number={1} title={say('homeScreen1')} text={say('homeScreen1Text')}>
          <rect x="12" y="12" width="260" height="28" rx="7" fill="#F3F1EE" />
          <rect x="64" y="18" width="140" height="16" rx="8" fill="#fff" />
          <rect x="80" y="24" width="70" height="4" rx="2" fill="#8C827B" />
          <g
            stroke="#1C4FA0"
            strokeWidth="2"
            fill="none"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d="M230 24v-8m-4 4 4-4 4 4M226 22h-2v12h12V22h-2" />
          </g>
          <circle cx="230" cy="26" r="21" fill="none" stroke="#E54727" strokeWidth="4" />
          <rect x="102" y="86" width="80" height="80" rx="18" fill="#FF6445" />
          <path
            d="M142 112c-6-4-13-6-22-6v36c9 0 16 2 22 6 6-4 13-6 22-6v-36c-9 0-16 2-22 6Zm0 0v36"
            fill="none"
            stroke="#1C1210"
            strokeWidth="4.5"
            strokeLinejoin="round"
          />
        </Step>
        <Step number={2} title={say('homeScreen2')} text={say('homeScreen2Text')}>
          <rect x="12" y="12" width="260" height="190" rx="7" fill="#F3F1EE" />
          <rect x="98" y="30" width="160" height="150" rx="12" fill="#fff" />
          <g fill="#D8D2CC">
            <rect x="114" y="48" width="72" height="6" rx="3" />
            <rect x="114" y="82" width="92" height="6" rx="3" />
            <rect x="114" y="150" width="60" height="6" rx="3" />
          </g>
          <path d="M98 68h160M98 102h160M98 136h160" stroke="#E4DFDA" />
          <rect x="98" y="102.500" width="160" height="33" fill="#FFF0EB" />
          <text x="114" y="123" fontSize="12" fontWeight="600" fill="#1F1A17">
            {say('homeScreen2')}
          </text>
          <rect
            x="236"
            y="112"
            width="13"
            height="13"
            rx="3"
            fill="none"
            stroke="#1F1A17"
            strokeWidth="1.600"
          />
          <path d="M242.500 115.500v6m-3-3h6" stroke="#1F1A17" strokeWidth="1.600" />
          <rect
            x="100"
            y="101"
            width="156"
            height="36"
            rx="8"
            fill="none"
            stroke="#E54727"
            strokeWidth="4"
          />
        </Step>
        <Step number={3} title={say('homeScreen3')} text={say('homeScreen3Text')}>
          <rect x="12" y="12" width="260" height="190" rx="7" fill="#DCE9F8" />
          <rect x="40" y="36" width="38" height="38" rx="9" fill="#fff" opacity=".75" />
          <rect x="96" y="36" width="38" height="38" rx="9" fill="#fff" opacity=".75" />
          <rect x="152" y="36" width="38" height="38" rx="9" fill="#fff" opacity=".75" />
          <rect x="208" y="36" width="38" height="38" rx="9" fill="#fff" opacity=".75" />
          <rect x="40" y="96" width="38" height="38" rx="9" fill="#fff" opacity=".75" />
          <rect x="96" y="96" width="38" height="38" rx="9" fill="#fff" opacity=".75" />
          <rect x="152" y="96" width="38" height="38" rx="9" fill="#FF6445" />
          <path
            d="M171 108c-3-2-6.200-3-10.500-3v17c4.300 0 7.500 1 10.500 3 3-2 6.200-3 10.500-3v-17c-4.300 0-7.500 1-10.500 3Zm0 0v17"
            fill="none"
            stroke="#1C1210"
            strokeWidth="2.600"
            strokeLinejoin="round"
          />
          <text x="171" y="166" textAnchor="middle" fontSize="12" fontWeight="600" fill="#1F1A17">
            {say('register')}
          </text>
          <circle cx="171" cy="115" r="31" fill="none" stroke="#E54727" strokeWidth="4" />
        </Step>
      </ol>
      <div className="row end ih-end">
        <p className="label">{say('homeScreenNote')}</p>
        <Button className="b strong" onClick={() => startWalk(till)}>
          {say('practiceFirst')}
        </Button>
      </div>
    </Frame>
  );
}

type StepProps = { number: number; title: string; text: string; children: ReactNode };

function Step({ number, title, text, children }: StepProps) {
  return (
    <li>
      <div className="pic">
        <svg viewBox="0 0 284 214" aria-hidden="true">
          <rect x="1.5" y="1.5" width="281" height="211" rx="18" fill="var(--text)" />
          <rect x="12" y="12" width="260" height="190" rx="7" fill="#fff" />
          {children}
        </svg>
      </div>
      <span className="n">{number}</span>
      <b>{title}</b>
      <small>{text}</small>
    </li>
  );
}
