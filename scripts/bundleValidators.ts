import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { joinFeatures } from '../src/extend/feature.ts';
import { FEATURES } from '../src/features/lists/server.ts';
import { plainEndpoints } from '../src/http/content/plainEndpoints.ts';
import { querySchemasOf } from '../src/http/endpoint.ts';
import { KINDS } from '../src/model/entities/index.ts';
import { builtValidator } from '../src/model/schema/builtValidator.ts';
import { prepareSchema, schemaKey } from '../src/model/schema/compileSchema.ts';
import type { Schema } from '../src/model/schema/schema.ts';
import { readerSchema } from '../src/store/file/fileRecord.ts';
import { ROOT } from './bundle.ts';

/** Writes the validators of files and public requests into `dist/`, so that no schema need be compiled to read one. */
export function bundleValidators(): void {
  rmSync(join(ROOT, dirname(builtValidator(''))), { recursive: true, force: true });
  for (const schema of builtSchemas()) {
    const key = schemaKey(schema, { defaults: true });
    const file = join(ROOT, builtValidator(key));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, writeValidator(key));
  }
}

/** The schemas of all files, and of the queries of the endpoints that a static site is made from. */
export function builtSchemas(): readonly Schema[] {
  // Endpoints use their parts only when they answer.
  const parts = { ...joinFeatures(FEATURES) } as unknown as Parameters<typeof plainEndpoints>[0];
  const endpoints = plainEndpoints(parts);
  return [...KINDS.map(readerSchema), ...endpoints.flatMap((endpoint) => querySchemasOf(endpoint).read ?? [])];
}

function writeValidator(key: string): string {
  const { ajv, compile } = prepareSchema(key, { source: true, formats: _`formats` });
  return `module.exports = (formats) => { const module = {};\n${standalone.default(ajv, compile())}\nreturn module.exports; };\n`;
}
