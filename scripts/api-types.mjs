/** The types of the admin API, written from its own description. */
export async function getApiTypes(document) {
  const { astToString, default: openapiTypeScript } = await import('openapi-typescript');
  const admin = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
  const paths = Object.fromEntries(admin);
  const types = await openapiTypeScript(
    {
      ...document,
      paths,
      components: {
        ...document.components,
        schemas: findSchemas(paths, document),
        parameters: {},
        headers: {},
      },
    },
    { alphabetize: true },
  );
  const { formatText } = await import('./format-text.mjs');
  const text = `// Written by \`npm run web:types\` from /openapi.json.\n${astToString(types)}`;
  return formatText('schema.ts', text);
}

/** The schemas that the paths refer to, and those that these refer to. */
function findSchemas(paths, { components: { schemas } }) {
  const found = new Map();
  const queue = [paths];
  for (const value of queue) {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, schemas[name]);
      queue.push(schemas[name]);
    }
  }
  return Object.fromEntries(found);
}
