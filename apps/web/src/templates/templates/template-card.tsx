import type { Template } from '@pos/contract/templates/templates';
import { pluralize } from '@pos/contract/values/counts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#web/lib/session/session.tsx';
import { Ago } from '#web/ui/values/ago.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import * as styles from './pdf-page.module.css';
import { templateStatus } from './template-status.ts';
import { templatePath, templatePicture } from './templates.data.ts';
import * as templatesStyles from './templates.module.css';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';

const BOX = { width: 184, height: 220 };

/** `refusal`: reason why it was not published just now. */
type TemplateCardProps = {
  template: Template;
  isSelected: boolean;
  refusal: string | undefined;
  onSelect: ((isOn: boolean) => void) | undefined;
};

/** Card of a template in the library: first page, status, and last change. */
export function TemplateCard({ template, isSelected, refusal, onSelect }: TemplateCardProps) {
  const { id, name, fairs, updatedAt, updatedBy } = template;
  return (
    <li className={templatesStyles.card} data-selected={isSelected || undefined}>
      <Thumbnail template={template} />
      <div className={templatesStyles.cardBody}>
        <div className="row">
          {onSelect && (
            <input
              type="checkbox"
              className={checkboxStyles.checkbox}
              aria-label={`Select ${name}`}
              checked={isSelected}
              onChange={({ target }) => onSelect(target.checked)}
            />
          )}
          <Link to={templatePath(id)} className="semibold ellipsis">
            {name}
          </Link>
        </div>
        <StatusPill status={templateStatus(template)} quiet />
        <p className="caption">
          {fairs === 0 ? 'Not used by any fair' : `Used by ${pluralize(fairs, 'fair', 'fairs')}`}
          <br />
          <Ago at={updatedAt} /> by {updatedBy}
        </p>
        {refusal && <Notice kind="bad">{refusal}</Notice>}
      </div>
    </li>
  );
}

/** First page with a sample fair, drawn once it scrolls into view. */
function Thumbnail({ template }: { template: Template }) {
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!box.current) return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), {
      rootMargin: '200px',
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const [first] = template.artwork.pages;
  const ratio = first ? first.height / first.width : 1;
  const width = Math.min(BOX.width, BOX.height / ratio);
  const owner = useSession()?.user.id ?? '';
  const { data: picture } = useQuery({
    ...templatePicture(owner, template, Math.round(width * 2)),
    enabled: isSeen && owner !== '',
  });
  return (
    <div ref={box} className={templatesStyles.thumbnail}>
      {picture ? (
        <img
          className={styles.pdfPage}
          data-part="pdf-page"
          src={picture}
          width={width}
          height={width * ratio}
          alt=""
        />
      ) : (
        <div
          className={styles.pdfPage}
          data-part="pdf-page"
          data-drawn={false}
          style={{ width, height: width * ratio }}
        />
      )}
    </div>
  );
}
