import { createTheme, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { styleNonce } from '#web/lib/trusted-types.ts';
import './mantine.css';

const theme = createTheme({ fontFamily: 'inherit', respectReducedMotion: true });

// The scroll lock behind a dialog writes a style element of its own.
setNonce(styleNonce());

/**
 * Mantine's provider, for its behavior only. Our styles are in mantine.css, so it writes no style
 * sheet.
 */
export function Behavior({ children }: { children: ReactNode }) {
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
