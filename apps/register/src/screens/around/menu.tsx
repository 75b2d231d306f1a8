import {
  IconAlertTriangle,
  IconBarcode,
  IconBulb,
  IconArrowBackUp,
  IconLogout,
  IconMoon,
  IconPhone,
  IconPlayerPause,
  IconReportAnalytics,
  IconSchool,
  IconSun,
  IconUsers,
  IconVolume,
  IconVolumeOff,
  type Icon,
} from '@tabler/icons-react';
import { changeDeviceSettings, isDark, useDeviceSettings } from '#register/app/device-settings.ts';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { startWalk } from '#register/app/walk.ts';
import { Frame, Head } from '#register/frame/frame.tsx';
import { useHelp } from '#register/frame/use-help.ts';
import { LanguageButton } from '#register/screens/start/language-button.tsx';
import { Button } from '#register/ui/controls.tsx';
import { toCallAddress } from '#register/frame/call-address.ts';
import { Face } from '#register/ui/face.tsx';
import { useEscape } from '#register/ui/keys.ts';
import { useSay } from '#register/words/say.tsx';

/** Menu of the register: the day, parked sales, practice, the screen, and the end of a shift. */
export default function Menu() {
  const say = useSay();
  const till = useTill();
  const { go, warn } = useNavigation();
  const { cashier, today, parked, training, sale } = useTillState();
  useEscape(() => go(SALE));
  const signOff = async () => {
    if (sale.stage !== 'sell') return warn(say('no_payment_taken'));
    const result = await till.signOff();
    if (!result.ok) warn(say(`start_${result.reason}`));
  };
  const tile = (TileIcon: Icon, title: string, text: string, onOpen: () => void) => (
    <Button className="tile" onClick={onOpen}>
      <TileIcon className="ic l" />
      <b>{title}</b>
      <small>{text}</small>
    </Button>
  );
  return (
    <Frame
      className="scrolls flows"
      money={
        <>
          {cashier && !training && (
            <>
              <div className="row hello-row">
                <Face name={cashier.name} size="l" />
                <h2 className="ell">{cashier.name}</h2>
              </div>
              <Button className="b block" onClick={() => void signOff()}>
                <IconUsers className="ic" />
                {say('takesOver')}
              </Button>
              <div className="rule" />
            </>
          )}
          <ScreenChoices />
          <div className="end" />
          <HelpNote />
          {!training && (
            <Button className="b main block strong" onClick={() => go({ name: 'hand-over' })}>
              <IconLogout className="ic" />
              {say('handOver')}
            </Button>
          )}
        </>
      }
    >
      <Head title={say('menu')} onBack={() => go(SALE)} backLabel={say('backToSelling')} />
      <div className="tiles menu-tiles">
        {!training &&
          tile(IconReportAnalytics, say('today'), say('todayTile', { count: today.sales }), () =>
            go({ name: 'today' }),
          )}
        {!training &&
          tile(IconArrowBackUp, say('returnIt'), say('returnItText'), () => go({ name: 'return' }))}
        {!training &&
          tile(
            IconPlayerPause,
            say('parkedSales'),
            say('parkedTile', { count: parked.length }),
            () => go({ name: 'parked' }),
          )}
        {!training &&
          tile(IconBulb, say('walkTile'), say('walkTileText'), () => {
            startWalk(till);
            go(SALE);
          })}
        {tile(IconBarcode, say('counterCard'), say('counterCardTile'), () =>
          go({ name: 'counter-card' }),
        )}
        {tile(
          IconSchool,
          say(training ? 'endPractice' : 'practiceTile'),
          say('practiceTileText'),
          () => {
            till.setTraining(!training);
            go(SALE);
          },
        )}
      </div>
      <Warnings />
    </Frame>
  );
}

function Warnings() {
  const say = useSay();
  const { warnings } = useTillState();
  return warnings.map((warning) => (
    <p key={warning} className="note warn">
      <IconAlertTriangle className="ic" />
      <span>{say(`warn_${warning}`)}</span>
    </p>
  ));
}

/** Language, theme and sound of this device. */
function ScreenChoices() {
  const say = useSay();
  const { theme, sound } = useDeviceSettings();
  const dark = isDark(theme);
  return (
    <div className="col menu-choices">
      <LanguageButton className="b block left" />
      <Button
        className="b block left"
        onClick={() => changeDeviceSettings({ theme: dark ? 'light' : 'dark' })}
      >
        {dark ? <IconSun className="ic" /> : <IconMoon className="ic" />}
        {say(dark ? 'lightScreen' : 'darkScreen')}
      </Button>
      <Button className="b block left" onClick={() => changeDeviceSettings({ sound: !sound })}>
        {sound ? <IconVolumeOff className="ic" /> : <IconVolume className="ic" />}
        {say(sound ? 'soundOff' : 'soundOn')}
      </Button>
    </div>
  );
}

/** Name and number of the person to call for help. */
function HelpNote() {
  const say = useSay();
  const help = useHelp();
  if (!help) return null;
  return (
    <a className="note money-note" href={toCallAddress(help.phone)}>
      <IconPhone className="ic" />
      <span>
        <b>{help.name === '' ? say('helpTitle') : say('helpFrom', { name: help.name })}</b>
        <br />
        <span className="num">{help.phone}</span>
      </span>
    </a>
  );
}
