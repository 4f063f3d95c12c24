const PDF = 'application/pdf';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: PDF,
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
};

/** What a file is where only its name says so: most documents that are sent are PDF. */
export function toFileMediaType(name: string | undefined): string {
  const extension = name?.split('.').at(-1)?.toLowerCase() ?? '';
  return (Object.hasOwn(MEDIA_TYPES, extension) && MEDIA_TYPES[extension]) || PDF;
}

/** A name for a file that has none: the service tells the type by it. */
export function toFileName(mediaType: string): string {
  const extension = Object.keys(MEDIA_TYPES).find((one) => MEDIA_TYPES[one] === mediaType);
  return `document.${extension ?? 'txt'}`;
}
