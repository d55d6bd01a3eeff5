import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { listPageRegions } from '../../blocks/listPageRegions.ts';
import { RegionBlocks } from '../../blocks/RegionBlocks.tsx';
import { Fields } from '../../fields/Fields.tsx';
import { createFormDocument } from '../../form/document.ts';
import { FormProvider } from '../../form/FormContext.tsx';
import { inputDirection } from '../../parts/localeName.ts';
import type { AdminContentType, AdminPage } from '../../wire/interface.ts';
import { toValues } from './form/pageValues.ts';

interface ReadOnlyPageProps {
  readonly page: AdminPage;
  readonly type: AdminContentType | undefined;
}

/** A version of a page that cannot be edited, in the form that it is edited in. */
export function ReadOnlyPage({ page, type }: ReadOnlyPageProps) {
  const form = useMemo(() => createFormDocument(toValues(page)), [page]);
  return (
    <FormProvider form={form} isReadOnly locale={page.locale}>
      <Stack gap="xl">
        <Title order={2} size="h3" dir={inputDirection(page.locale)} lang={page.locale} data-path="title">
          {page.title}
        </Title>
        {type && <Fields fields={type.fields} path={['fields']} />}
        {type &&
          listPageRegions(type, Object.keys(page.regions)).map((region) => (
            <RegionBlocks key={region.name} region={region} />
          ))}
      </Stack>
    </FormProvider>
  );
}
