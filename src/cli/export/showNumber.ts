/** With a comma at each thousand; the formats of all languages, which `toLocaleString` loads, take longer than a file. */
export const showNumber = (value: number): string =>
  value < 1000 ? String(value) : `${showNumber(Math.floor(value / 1000))},${String(value % 1000).padStart(3, '0')}`;
