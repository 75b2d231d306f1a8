import { formatCents } from '@pos/contract/values/money';
import { IconAlertTriangle, IconBarcode, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTill, useTillState } from '#register/app/till-context.ts';
import { useAttempt } from '#register/app/use-attempt.ts';
import { SALE, useNavigation } from '#register/app/view.ts';
import { Frame } from '#register/frame/frame.tsx';
import { BigAmount, Buyer } from '#register/frame/money-parts.tsx';
import type { TitleView } from '#register/till/till.ts';
import { plainAmount } from '#register/ui/amounts.ts';
import { Button } from '#register/ui/controls.tsx';
import { Cover } from '#register/ui/cover.tsx';
import { Letters, typeText } from '#register/ui/keypad.tsx';
import { useFound } from '#register/ui/use-found.ts';
import { useSay } from '#register/words/say.tsx';
import { FindField } from './find-field.tsx';
import { Marked } from './marked.tsx';

/** Books that are drawn with each key; those below them follow when nothing else waits. */
const DRAWN_AT_ONCE = 8;

/** Books by words of their titles, as they are typed. Scans go on meanwhile. */
export function Search({ query }: { query: string }) {
  const say = useSay();
  const till = useTill();
  const { go } = useNavigation();
  const { attempt } = useAttempt();
  const [text, setText] = useState(query);
  const found = text.trim() === '' ? [] : till.findTitles(text, 20);
  const isMissing = found.length === 0 && text.trim() !== '';
  const isSettled = useDeferredValue(text, '') === text;
  const add = (title: TitleView) => {
    const ships = title.stock === 'sold_out_ships' ? ('ship_to_school' as const) : undefined;
    if (attempt(till.addTitle(title.sku, ships))) go(SALE);
  };
  const { chosen, type } = useFound({
    found,
    text,
    onType: setText,
    onTake: add,
    onClose: () => go(SALE),
  });
  return (
    <Frame
      money={
        <>
          <SaleSoFar />
          <Button
            className="b pri main block"
            disabled={!chosen && !isMissing}
            onClick={() => (chosen ? add(chosen) : go({ name: 'no-barcode' }))}
          >
            <span className="ell">
              {chosen
                ? say('addTitle', { title: chosen.title })
                : say(isMissing ? 'sellNoBarcode' : 'find')}
            </span>
          </Button>
        </>
      }
    >
      <h1 className="vh">{say('keyFind')}</h1>
      <FindField text={text} label={say('find')} onType={type} onClose={() => go(SALE)} />
      <div
        className="card rows fill"
        role="listbox"
        aria-label={say('found', { count: found.length })}
      >
        {(isSettled ? found : found.slice(0, DRAWN_AT_ONCE)).map((title) => (
          <Hit
            key={title.sku}
            title={title}
            text={text}
            isChosen={title === chosen}
            onChoose={() => add(title)}
          />
        ))}
      </div>
      {isMissing && (
        <div className="note none-found" role="status">
          <IconSearch className="ic" />
          <span>
            <b>{say('nothingFound')}</b>
            <br />
            {say('nothingFoundText')}
          </span>
        </div>
      )}
      <Letters numbers onKey={(key) => type(typeText(text, key))} />
    </Frame>
  );
}

type HitProps = { title: TitleView; text: string; isChosen: boolean; onChoose: () => void };

function Hit({ title, text, isChosen, onChoose }: HitProps) {
  const say = useSay();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Button
      ref={button}
      className={`hit ${isChosen ? 'on' : ''}`}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
    >
      <Cover title={title.title} category={title.category} sku={title.sku} width={40} />
      <span className="narrow">
        <b className="ell">
          <Marked text={title.title} words={text} />
        </b>
        <span className="row">
          <small>{title.author ?? title.category}</small>
          {title.stock === 'here' && (
            <span className="meta num">{say('here', { count: title.left })}</span>
          )}
          {title.stock === 'last_copy' && (
            <span className="pill warn">
              <IconAlertTriangle className="ic xs" />
              {say('lastCopy')}
            </span>
          )}
          {title.stock === 'sold_out_ships' && (
            <span className="pill mute plain">{say('soldOutShips')}</span>
          )}
          {title.stock === 'sold_out' && <span className="pill mute plain">{say('soldOut')}</span>}
        </span>
      </span>
      <span className="pr num">{formatCents(title.priceCents)}</span>
    </Button>
  );
}

/** The sale that the book goes into. */
function SaleSoFar() {
  const say = useSay();
  const { go } = useNavigation();
  const { sale } = useTillState();
  return (
    <>
      <Buyer customer={sale.customer} onOpen={() => go({ name: 'who' })} />
      {sale.lines.length > 0 && (
        <div className="now3">
          <p className="label">{say('inThisSale')}</p>
          <ul>
            {sale.lines.slice(0, 3).map(({ id, title, quantity, netCents }) => (
              <li key={id}>
                <span className="ell">{quantity > 1 ? `${quantity} ${title}` : title}</span>
                <span className="num">{plainAmount(netCents)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="end" />
      <div className="note money-note">
        <IconBarcode className="ic" />
        <span>{say('keepScanning')}</span>
      </div>
      <div className="rule" />
      <BigAmount
        label={say('total')}
        more={say('items', { count: sale.items })}
        amount={formatCents(sale.totalCents)}
      />
    </>
  );
}
