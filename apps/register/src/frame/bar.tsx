import {
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconMenu2,
  IconPhone,
} from '@tabler/icons-react';
import { useTillState } from '#register/app/till-context.ts';
import { useNavigation } from '#register/app/view.ts';
import { Button } from '#register/ui/controls.tsx';
import { toCallAddress } from './call-address.ts';
import { Face } from '#register/ui/face.tsx';
import { Logo } from '#register/ui/logo.tsx';
import { useSay } from '#register/words/say.tsx';
import { useHelp } from './use-help.ts';

/** Shows register and school, unsent sales, the phone number for help, and the cashier. */
export function Bar({ isLate = false }: { isLate?: boolean }) {
  const say = useSay();
  const { go } = useNavigation();
  const { phase, device, fair, cashier, warnings } = useTillState();
  const isOpen = phase === 'open';
  const help = useHelp();
  return (
    <header className="bar">
      {isOpen ? (
        <Button className="bi" aria-label={say('menu')} onClick={() => go({ name: 'menu' })}>
          <IconMenu2 className="ic" />
        </Button>
      ) : (
        <span className="bar-edge" />
      )}
      <Logo />
      <div className="id">
        <b className="ell">{device?.name ?? say('register')}</b>
        {fair && <span className="ell">{fair.schoolName}</span>}
      </div>
      <span className="grow" />
      <span role="status">
        <SendState isLate={isLate || warnings.includes('unsent_long')} />
      </span>
      {help && (
        <a
          className="bi num"
          href={toCallAddress(help.phone)}
          aria-label={say('callHelp', help)}
          title={help.name}
        >
          <IconPhone className="ic s" />
          <span className="bar-phone">{help.phone}</span>
        </a>
      )}
      {isOpen && cashier && (
        <Button className="bi" onClick={() => go({ name: 'menu' })}>
          <Face name={cashier.name} />
          <span className="bar-name ell">{cashier.name}</span>
        </Button>
      )}
    </header>
  );
}

/** Calm about the network: only a number, and amber when something must be done. */
function SendState({ isLate }: { isLate: boolean }) {
  const say = useSay();
  const { go } = useNavigation();
  const { network, outbox, phase, training } = useTillState();
  const { unsent, sending } = outbox;
  const open = () => phase === 'open' && go({ name: 'today' });
  if (network === 'offline' && !training)
    return (
      <Button className={`bi state ${isLate ? 'late' : 'off'}`} onClick={open}>
        <IconCloudOff className="ic s" />
        <span className="bar-words">{say('noNetwork')}</span>
        {unsent > 0 && (
          <>
            <small className="bar-words">· {say('kept', { count: unsent })}</small>
            <span className="bar-short num" aria-hidden="true">
              {say('keptShort', { count: unsent })}
            </span>
          </>
        )}
      </Button>
    );
  if (unsent > 0)
    return (
      <Button className={`bi state ${isLate ? 'late' : ''}`} onClick={open}>
        <IconCloudUp className="ic s" />
        <span>{say(sending ? 'sending' : 'waitingToSend', { count: unsent })}</span>
      </Button>
    );
  return (
    <Button className="bi state" onClick={open}>
      <IconCloudCheck className="ic s" />
      <span className="bar-words">{say('allSent')}</span>
    </Button>
  );
}
