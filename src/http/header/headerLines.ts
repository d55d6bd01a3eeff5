/** Header lines as Node takes them: name, value, name, value … */
export type HeaderLines = readonly string[];

/** Headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;
