import { IconLanguage } from '@tabler/icons-react';
import { changeDeviceSettings, useDeviceSettings } from '#register/app/device-settings.ts';
import { Button } from '#register/ui/controls.tsx';
import { useSay } from '#register/words/say.tsx';

/** Switches between English and Spanish. It is written in the other language. */
export function LanguageButton({ className = 'b sm ter' }: { className?: string }) {
  const say = useSay();
  const { language } = useDeviceSettings();
  const other = language === 'en' ? 'es' : 'en';
  return (
    <Button
      className={className}
      lang={other}
      onClick={() => changeDeviceSettings({ language: other })}
    >
      <IconLanguage className="ic s" />
      {say('otherLanguage')}
    </Button>
  );
}
