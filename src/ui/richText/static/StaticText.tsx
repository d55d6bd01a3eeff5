import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isDocument, type JsonNode } from '../document/json.ts';
import classes from '../RichTextEditor.module.css';
import toolbarClasses from '../toolbar/Toolbar.module.css';
import type { Entrance } from '../useEntrance.ts';
import { StaticDocument } from './StaticDocument.tsx';

interface StaticTextProps {
  readonly value: unknown;
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
  readonly lang: string | undefined;
  readonly dir: 'ltr' | 'rtl' | 'auto' | undefined;
  readonly hasProblem: boolean;
  /** Whether it stays without an editor. */
  readonly disabled: boolean;
  /** Takes whoever comes in to the editor that takes its place. */
  enter(entrance: Entrance): void;
}

const EMPTY: JsonNode = { type: 'doc' };

/** The text as it stands before there is an editor: it looks the same, and is entered the same. */
export function StaticText({
  value,
  enter,
  disabled,
  hasProblem,
  labelledBy,
  describedBy,
  lang,
  dir,
}: StaticTextProps) {
  const { t } = useTranslation();
  const document = isDocument(value) ? value : EMPTY;
  const isEmpty = !Array.isArray(document.content) || document.content.length === 0;
  const press = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    enter({ typed: event.key });
  };
  return (
    <div
      className={classes.frame}
      dir={dir}
      data-disabled={disabled || undefined}
      data-problem={hasProblem || undefined}
    >
      {!disabled && <StaticToolbar />}
      <div className={classes.content}>
        <div
          className={classes.text}
          role="textbox"
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          aria-readonly={disabled || undefined}
          lang={lang}
          tabIndex={0}
          {...(!disabled && {
            'data-enters': true,
            onFocus: () => enter({}),
            onPointerDown: ({ clientX, clientY }: PointerEvent) => enter({ at: { left: clientX, top: clientY } }),
            onKeyDown: press,
          })}
        >
          {isEmpty ? (
            <p className="is-editor-empty" data-placeholder={disabled ? '' : t('richText.placeholder')}>
              <br />
            </p>
          ) : (
            <StaticDocument document={document} />
          )}
        </div>
      </div>
    </div>
  );
}

/** The buttons of the toolbar, in its groups. */
const TOOLS = [
  ['kind'],
  ['bold', 'italic', 'underline', 'more'],
  ['bulletList', 'orderedList', 'blockquote'],
  ['link', 'picture', 'table'],
  ['undo', 'redo', 'source'],
];

/** As high as the toolbar, at every width. */
const StaticToolbar = () => (
  <div className={toolbarClasses.bar} aria-hidden>
    {TOOLS.map((tools) => (
      <div key={tools[0]} className={toolbarClasses.group}>
        {tools.map((tool) => (
          <span key={tool} className={toolbarClasses.tool}>
            {tool === 'kind' && <span className={toolbarClasses.kindSpace} />}
          </span>
        ))}
      </div>
    ))}
  </div>
);
