import { Paper, ScrollArea, Text } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import type { SuggestionProps } from '@tiptap/suggestion';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { BlockCommand } from '../blocks.ts';
import classes from './SlashMenu.module.css';

interface SlashMenuProps {
  readonly id: string;
  readonly suggestion: SuggestionProps<BlockCommand, BlockCommand>;
  readonly active: number;
  onActive(index: number): void;
}

/** The blocks that match what was typed after the slash. The text keeps the focus. */
export function SlashMenu({ id, suggestion, active, onActive }: SlashMenuProps) {
  const { t } = useTranslation();
  const { items, command, editor } = suggestion;
  const place = useMountedElement(suggestion);
  const optionId = (index: number): string => `${id}-${index}`;
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => showOption(viewport.current, active), [active]);
  useAnnounced(editor, id, items.length > 0 ? optionId(active) : undefined);
  return createPortal(
    <Paper withBorder shadow="md" radius="md" className={classes.menu}>
      <ScrollArea.Autosize mah={420} type="auto" viewportRef={viewport}>
        <div role="listbox" id={id} aria-label={t('richText.insert')}>
          {items.map((block, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text keeps the focus and passes its keys on
            <div
              key={block.name}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              onMouseEnter={() => onActive(index)}
              // The text must not lose the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => command(block)}
            >
              <block.icon size={18} stroke={1.6} aria-hidden />
              {block.label(t)}
            </div>
          ))}
        </div>
        {items.length === 0 && (
          <Text c="dimmed" size="sm" p="sm" role="status">
            {t('richText.noInsert')}
          </Text>
        )}
      </ScrollArea.Autosize>
    </Paper>,
    place,
  );
}

/** Scrolls only the menu: `scrollIntoView` would scroll the page, to where the menu is before it is positioned. */
function showOption(viewport: HTMLElement | null, active: number): void {
  const option = viewport?.querySelectorAll<HTMLElement>('[role=option]')[active];
  if (!viewport || !option) return;
  const { top, bottom } = option.getBoundingClientRect();
  const room = viewport.getBoundingClientRect();
  if (top < room.top) viewport.scrollTop -= room.top - top;
  else if (bottom > room.bottom) viewport.scrollTop += bottom - room.bottom;
}

/** An element that TipTap keeps next to the cursor. */
function useMountedElement({ mount }: SuggestionProps<BlockCommand, BlockCommand>): HTMLElement {
  const [place] = useState(() => Object.assign(document.createElement('div'), { className: classes.place }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted only once
  useEffect(() => mount(place), [place]);
  return place;
}

/** Tells screen readers which option is active. */
function useAnnounced(editor: Editor, id: string, option: string | undefined): void {
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', id);
    if (option === undefined) dom.removeAttribute('aria-activedescendant');
    else dom.setAttribute('aria-activedescendant', option);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, option]);
}
