import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useSay } from '#register/words/say.tsx';
import { useNavigation } from './view.ts';

const loaders: (() => Promise<unknown>)[] = [];

/** Loads all parts behind the first screen: without a network they must be there already. */
export async function loadParts(): Promise<void> {
  for (const load of loaders) await load().catch(() => undefined);
}

/**
 * Wraps a part that loads when it is first opened. The worker has put it on the device; if it cannot
 * be loaded all the same, a sentence says so and the screen below stays.
 */
export function later<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  const loadPart = async () => {
    const { default: Loaded } = await load();
    known = Loaded;
    return Loaded;
  };
  loaders.push(loadPart);
  return function Later(props: Props) {
    const say = useSay();
    const { warn } = useNavigation();
    const [Part, setPart] = useState(() => known);
    const fail = useEffectEvent(() => {
      props.onClose();
      warn(say('notLoaded'));
    });
    useEffect(() => {
      let isShown = true;
      void loadPart().then(
        (loaded) => isShown && setPart(() => loaded),
        () => isShown && fail(),
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Part && <Part {...props} />;
  };
}
