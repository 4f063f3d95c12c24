/** The TypeScript types of the admin API, generated from its OpenAPI description. */
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
  return `// Written by the build from the description of the admin API.\n${astToString(types)}`;
}

/** The contents of the generated lists in `apps/web/src/api`, by file name. */
export async function getWebLists(document) {
  const { formatText } = await import('./format-text.mjs');
  const write = (file, name, list) =>
    formatText(
      file,
      `// Written by \`npm run web:types\`.\nexport const ${name} = ${JSON.stringify(list)} as const;\n`,
    );
  return {
    'outcomes.ts': await write('outcomes.ts', 'KNOWN_OUTCOMES', document['x-modelgate-outcomes']),
    'request-formats.ts': await write(
      'request-formats.ts',
      'REQUEST_FORMATS',
      document['x-modelgate-request-formats'],
    ),
  };
}

/** The schemas that the paths use, directly or through other schemas. */
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
