import type { LocatedFinding } from '../../check/locateFindings.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';

/** `prefix` is the content folder's path in its repository: tools that show findings beside the lines need it. */
export type FormatReport = (findings: readonly LocatedFinding[], prefix: string) => string;

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const countNoun = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const formatTextReport: FormatReport = (findings) => {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return lines([
    // Paths and values come from other people: nothing in them may break the line or steer a terminal or a build.
    ...findings.map(({ path, line, column, severity, message }) =>
      cleanLine(`${path}:${line}:${column}: ${severity} ${message}`),
    ),
    `${countNoun(errors, 'error')}, ${countNoun(findings.length - errors, 'warning')}`,
  ]);
};

const json: FormatReport = (findings) =>
  `${JSON.stringify(
    findings.map(({ path, line, column, severity, code, message, record }) => ({
      ...{ path, line, column, severity, code, message },
      ...(record && { record }),
    })),
    null,
    2,
  )}\n`;

/** Escapes messages and properties as GitHub's workflow commands require. */
const escapeMessage = (value: string): string =>
  value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (value: string): string => escapeMessage(value).replaceAll(':', '%3A').replaceAll(',', '%2C');

const github: FormatReport = (findings, prefix) =>
  lines(
    findings.map(
      ({ path, line, column, severity, code, message }) =>
        `::${severity} file=${escapeProperty(prefix + path)},line=${line},col=${column},title=${escapeProperty(code)}::${escapeMessage(message)}`,
    ),
  );

/** SARIF 2.1.0. */
const sarif: FormatReport = (findings, prefix) => {
  const rules = [...new Set(findings.map(({ code }) => code))].sort().map((id) => ({ id }));
  const results = findings.map(({ path, line, column, severity, code, message }) => ({
    ruleId: code,
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(prefix + path) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'quire check', rules } }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

/** The reports by the name of their format. */
export const REPORTS: Readonly<Record<string, FormatReport>> = { text: formatTextReport, json, sarif, github };
