/** With a comma at each thousand; the formats of all languages, which `toLocaleString` loads, take longer than a file. */
export const showNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
