import { formatCents } from '@pos/contract/values/money';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Notice } from '#register/frame/frame.tsx';
import { getName } from '#register/frame/money-parts.tsx';
import { NotSelling } from '#register/screens/around/not-selling.tsx';
import { Problem, Reload } from '#register/screens/around/problem.tsx';
import { Done } from '#register/screens/pay/done.tsx';
import { Pay } from '#register/screens/pay/pay.tsx';
import { Waiting } from '#register/screens/pay/waiting.tsx';
import { Search } from '#register/screens/sell/search.tsx';
import { Sell } from '#register/screens/sell/sell.tsx';
import { StartPair } from '#register/screens/start/start-pair.tsx';
import { StartWho } from '#register/screens/start/start-who.tsx';
import type { ScanResult, Till, TitleView } from '#register/till/till.ts';
import { Announcer, useAnnounce } from '#register/ui/announcer.tsx';
import { hearKeys, KEY_RANK, useKeys } from '#register/ui/keys.ts';
import { Logo } from '#register/ui/logo.tsx';
import { playTone } from '#register/ui/tones.ts';
import { Speaks, useSay } from '#register/words/say.tsx';
import { useCounterCommands } from './counter-commands.ts';
import { deviceSettings, useDeviceSettings } from './device-settings.ts';
import { later } from './later.tsx';
import { TillContext, useTill, useTillState } from './till-context.ts';
import { startWalk } from './walk.ts';
import { isBySale, NavigationContext, SALE, useNavigation, type View } from './view.ts';

const CounterCard = later(() => import('#register/screens/counter-card/counter-card.tsx'));
const ReceiptScreen = later(() => import('#register/screens/receipts/receipt.tsx'));
const DrawerScreens = later(() => import('#register/screens/drawer/drawer.tsx'));
const Menu = later(() => import('#register/screens/around/menu.tsx'));
const Unknown = later(() => import('#register/screens/sell/unknown.tsx'));
const Who = later(() => import('#register/screens/sell/who.tsx'));
const NoBarcode = later(() => import('#register/screens/sell/no-barcode.tsx'));
const Parked = later(() => import('#register/screens/sell/parked.tsx'));
const Today = later(() => import('#register/screens/around/today.tsx'));
const HandOver = later(() => import('#register/screens/around/hand-over.tsx'));
const ReturnsScreen = later(() => import('#register/screens/returns/returns.tsx'));

/** Time that a sentence which needs attention stays (ms). */
const NOTICE_MS = 8_000;

/** The register: its words, its till and its screens. */
export function App({ till }: { till: Till }) {
  const { language, theme } = useDeviceSettings();
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset['theme'] = theme;
  }, [language, theme]);
  return (
    <Speaks language={language}>
      <TillContext value={till}>
        <Announcer>
          <Navigation>
            <Scans />
            <PracticeLink />
            <Screen />
          </Navigation>
        </Announcer>
      </TillContext>
    </Speaks>
  );
}

/** Keeps what is open beside the sale, and the sentence that needs attention. */
function Navigation({ children }: { children: React.ReactNode }) {
  const [view, setView] = useState<View>(SALE);
  const [notice, setNotice] = useState({ text: '', turn: 0 });
  const navigation = useMemo(
    () => ({
      view,
      go: (next: View) => {
        setView(next);
        setNotice((before) => ({ ...before, text: '' }));
      },
      warn: (text: string) => setNotice((before) => ({ text, turn: before.turn + 1 })),
    }),
    [view],
  );
  useEffect(() => {
    const timer = setTimeout(() => setNotice((before) => ({ ...before, text: '' })), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice.turn]);
  return (
    <NavigationContext value={navigation}>
      {children}
      {notice.text !== '' && <Notice key={notice.turn} text={notice.text} />}
    </NavigationContext>
  );
}

function playScanTone(kind: ScanResult['kind']): void {
  if (deviceSettings().sound) playTone(kind === 'title' || kind === 'student' ? 'good' : 'bad');
}

/** Understands scans on every screen, and says what came of them by tone, tint and words. */
function Scans() {
  const say = useSay();
  const till = useTill();
  const announce = useAnnounce();
  const { phase } = useTillState();
  const { view, go, warn } = useNavigation();
  const run = useCounterCommands();
  const sayAdded = ({ title, priceCents, stock }: TitleView) => {
    const total = formatCents(till.getState().sale.totalCents);
    const word = stock === 'last_copy' ? 'addedLastCopy' : 'added';
    announce(say(word, { title, price: formatCents(priceCents), total }));
  };
  const onScan = useEffectEvent((text: string, isTyped: boolean) => {
    if (phase !== 'open') return;
    // The first characters of a slow scanner may have opened the search.
    const isSearching = view.name === 'search' && !isTyped;
    if (isTyped && isBySale(view)) go(SALE);
    if (run(text)) return;
    const result = till.scan(text);
    playScanTone(result.kind);
    switch (result.kind) {
      case 'title':
        sayAdded(result.title);
        return isSearching ? undefined : go(SALE);
      case 'student':
        announce(getName({ type: 'student', student: result.student }, say).name);
        return go(SALE);
      case 'unknown':
        return go({ name: 'unknown', code: result.isbn13 ?? result.code });
      case 'receipt':
        return go({ name: 'return', search: result.code });
      case 'refused':
        return warn(
          say(result.reason === 'payment_taken' ? 'finishPayment' : `no_${result.reason}`),
        );
    }
  });
  useEffect(() => hearKeys((text, isTyped) => onScan(text, isTyped)), []);
  useKeys((key) => {
    if (key !== 'Alt 0' || phase !== 'open') return false;
    go({ name: 'menu' });
    return true;
  }, KEY_RANK.app);
  return null;
}

/** Begins practice if the page was opened with `/register#practice`, as from a demo's sign-in. */
function PracticeLink() {
  const till = useTill();
  const { phase } = useTillState();
  useEffect(() => {
    if (location.hash !== '#practice' || phase === 'opening') return;
    history.replaceState(null, '', location.pathname);
    startWalk(till);
  }, [phase, till]);
  return null;
}

/** The screen that the till's phase leads to. */
function Screen() {
  const say = useSay();
  const { phase, problem } = useTillState();
  if (problem) return <Problem problem={problem} />;
  switch (phase) {
    case 'opening':
      return (
        <div className="opening" role="status">
          <Logo />
          <span>{say('opening')}</span>
        </div>
      );
    case 'unusable':
      return <Reload title="noStorageTitle" text="noStorageText" />;
    case 'second_tab':
      return <Reload title="secondTabTitle" text="secondTabText" />;
    case 'unpaired':
      return <StartPair />;
    case 'signed_out':
      return <StartWho />;
    case 'open':
      return <OpenTill />;
  }
}

/** The screens of a person who has signed in: what is open beside the sale, then the sale's stage. */
function OpenTill() {
  const { selling, done, sale, training } = useTillState();
  const { view, go } = useNavigation();
  switch (view.name) {
    case 'return':
      return (
        <ReturnsScreen
          key={view.search ?? ''}
          search={view.search}
          isWhole={view.isWhole}
          onClose={() => go(SALE)}
        />
      );
    case 'menu':
      return <Menu onClose={() => go(SALE)} />;
    case 'today':
      return <Today onClose={() => go(SALE)} />;
    case 'hand-over':
      return <HandOver onClose={() => go(SALE)} />;
    case 'counter-card':
      return <CounterCard onClose={() => go({ name: 'menu' })} />;
    case 'receipt':
      return <ReceiptScreen id={view.id} way={view.way} onClose={() => go(view.back)} />;
    case 'drawer':
      return (
        <DrawerScreens key={view.page} page={view.page} onClose={() => go({ name: 'today' })} />
      );
    default:
  }
  if (!selling.allowed && !training) return <NotSelling reason={selling.reason} />;
  if (done) return <Done key={done.sale.order.clientOrderId} done={done} />;
  if (sale.stage === 'waiting') return <Waiting />;
  if (sale.stage === 'pay') return <Pay key={sale.id} />;
  return <Selling view={view} />;
}

/** Lines of the sale, and what is opened to add to them. */
function Selling({ view }: { view: View }) {
  const { go } = useNavigation();
  switch (view.name) {
    case 'search':
      return <Search query={view.query} />;
    case 'who':
      return <Who onClose={() => go(SALE)} />;
    case 'no-barcode':
      return <NoBarcode onClose={() => go(SALE)} />;
    case 'unknown':
      return <Unknown key={view.code} code={view.code} onClose={() => go(SALE)} />;
    case 'parked':
      return <Parked onClose={() => go(SALE)} />;
    default:
      return <Sell />;
  }
}
