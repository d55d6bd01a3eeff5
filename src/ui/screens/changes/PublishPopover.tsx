import { Popover } from '@mantine/core';
import { cloneElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuButton } from '../../parts/menu/OpenMenu.tsx';
import { PublishPanel, type PublishPanelProps } from './PublishPanel.tsx';

/** What the panel says of a record. */
export interface PublishContent extends Pick<PublishPanelProps, 'scheduledAt' | 'page' | 'differText'> {
  /** What else becomes different, or is in the way. */
  more(onLead: (path: readonly string[]) => void): ReactNode;
}

interface PublishPopoverProps extends Pick<PublishPanelProps, 'draftForm' | 'publishing'> {
  readonly button: MenuButton;
  readonly isOpen: boolean;
  onClose(): void;
  /** Where the panel leads when it closes. */
  readonly lead: { readonly isLeading: boolean; to(path: readonly string[]): void };
  readonly panel: PublishContent;
}

/** The button that publishes, with its panel. */
export function PublishPopover(props: PublishPopoverProps) {
  const { button, draftForm, publishing, panel, isOpen, onClose, lead } = props;
  const { more, ...content } = panel;
  const { t } = useTranslation();
  const target = useRef<HTMLButtonElement>(null);
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => {
    // Where the button that stood here before had the focus, this one takes it over.
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
    setMounted(true);
  }, []);
  const opened = isOpen && isMounted;
  return (
    <Popover
      {...{ opened, onChange: onClose, position: 'bottom-end', width: 360, shadow: 'md' }}
      trapFocus
      returnFocus={!lead.isLeading}
    >
      <Popover.Target>{cloneElement(button, { ref: target })}</Popover.Target>
      <Popover.Dropdown aria-label={t('draft.publish')}>
        {opened && (
          <PublishPanel {...{ draftForm, publishing, onClose }} {...content} onLead={lead.to}>
            {more(lead.to)}
          </PublishPanel>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
