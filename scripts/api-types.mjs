/** The types of the admin API, written from its own description. */
export async function getApiTypes(document) {
  const { astToString, default: openapiTypeScript } = await import('openapi-typescript');
  const admin = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
  const types = await openapiTypeScript(
    { ...document, paths: Object.fromEntries(admin) },
    { alphabetize: true },
  );
  const { format } = await import('prettier');
  const text = `// Written by \`npm run web:types\` from /openapi.json.\n${astToString(types)}`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 110 });
}
