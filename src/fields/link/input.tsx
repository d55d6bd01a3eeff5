import { Button, Checkbox, Fieldset, Group, Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';
import { readId } from '../../ui/fields/value/readId.ts';
import { useFormScope, useProblem } from '../../ui/form/FormContext.tsx';
import { type FormValues, isValueObject } from '../../ui/form/values.ts';
import { controlIn, focusInstead } from '../../ui/parts/dialog/focusInstead.ts';
import { PagePicker } from '../../ui/parts/PagePicker.tsx';
import classes from '../object/nested.module.css';

/** A link to an address, or to a page, which it follows when the page moves. */
export function LinkInput({ field, path, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const { locale } = useFormScope();
  const link: FormValues | undefined = isValueObject(value) ? value : undefined;
  // Only a link that leads nowhere yet leaves the choice open.
  const [wantsPage, setWantsPage] = useState(link?.['url'] === undefined);
  const isPage = link?.['pageId'] !== undefined || (link?.['url'] === undefined && wantsPage);
  const problems = { url: useProblem([...path, 'url']), page: useProblem([...path, 'pageId']) };
  const box = useRef<HTMLFieldSetElement>(null);
  const replace = (next: FormValues | undefined): void => {
    onChange(next);
    focusInstead(() => controlIn(box.current));
  };
  const change = (more: FormValues): void => onChange(omitEmptyLinkKeys({ ...link, ...more }));

  return (
    <Fieldset ref={box} legend={frame.label} className={classes.group}>
      {frame.description && <Input.Description mb="sm">{frame.description}</Input.Description>}
      {frame.error && <Input.Error mb="sm">{frame.error}</Input.Error>}
      {link === undefined ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLink size={15} />}
          disabled={frame.readOnly}
          onClick={() => replace({})}
        >
          {t('fields.addLink')}
        </Button>
      ) : (
        <Stack gap="sm">
          <Group gap="sm" align="end" grow preventGrowOverflow={false}>
            <SegmentedControl
              aria-label={t('fields.linkTo')}
              readOnly={frame.readOnly}
              value={isPage ? 'page' : 'url'}
              onChange={(to) => {
                setWantsPage(to === 'page');
                change({ pageId: undefined, url: undefined });
              }}
              data={[
                { value: 'page', label: t('fields.linkPage') },
                { value: 'url', label: t('fields.linkAddress') },
              ]}
              style={{ flexGrow: 0 }}
            />
            {isPage ? (
              <PagePicker
                aria-label={t('fields.linkPage')}
                readOnly={frame.readOnly}
                locale={locale}
                error={problems.page}
                value={readId(link['pageId'])}
                onChange={(pageId) => change({ pageId })}
              />
            ) : (
              <TextInput
                aria-label={t('fields.linkAddress')}
                readOnly={frame.readOnly}
                placeholder="https://"
                inputMode="url"
                dir="ltr"
                error={problems.url}
                value={String(link['url'] ?? '')}
                onChange={({ currentTarget }) => change({ url: currentTarget.value.trim() || undefined })}
              />
            )}
          </Group>
          <TextInput
            label={t('fields.linkText')}
            readOnly={frame.readOnly}
            dir="auto"
            value={String(link['text'] ?? '')}
            onChange={({ currentTarget }) => change({ text: currentTarget.value || undefined })}
          />
          <Group justify="space-between">
            <Checkbox
              label={t('fields.linkNew')}
              disabled={frame.readOnly}
              checked={link['target'] === '_blank'}
              onChange={({ currentTarget }) => change({ target: currentTarget.checked ? '_blank' : undefined })}
            />
            {!field.required && !frame.readOnly && (
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => replace(undefined)}>
                {t('common.remove')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Fieldset>
  );
}

/** Leaves out the keys without a value. */
const omitEmptyLinkKeys = (link: FormValues): FormValues =>
  Object.fromEntries(Object.entries(link).filter(([, value]) => value !== undefined && value !== null));
