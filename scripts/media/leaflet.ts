const LINES = [
  'Merrow Point Observatory',
  '',
  'Open Thursday to Sunday, from two hours before high water to two hours after.',
  'The lamp room holds eight people. Children are welcome on the stair, dogs in the porch.',
  'Bring a warm coat: the wind on the gallery is always one coat stronger than below.',
  '',
  'From the quay follow the white stones for twenty minutes; the path floods at springs.',
  'If the black ball is hoisted on the mast, stay where you are and wave.',
];

const page = (): string => {
  const shown = LINES.map((text) => `(${text.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
  return `BT\n/F1 11 Tf\n20 TL\n50 370 Td\n${shown}\nET`;
};

/** The visitors' leaflet: a PDF of one page (ISO 32000-1, 7.5: header, objects, cross-reference table, trailer). */
export function leaflet(): Buffer {
  const text = page();
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
