import { createTheme, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { styleNonce } from '#web/lib/trusted-types.ts';
import './mantine.css';

const theme = createTheme({ fontFamily: 'inherit', respectReducedMotion: true });

// The lock of the page's scrolling behind a dialog writes a style element by itself.
setNonce(styleNonce());

/** What Mantine's behaviour needs; how it looks is ours (mantine.css), so it writes no style sheet of its own. */
export function Behaviour({ children }: { children: ReactNode }) {
  const { scheme } = useTheme();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
