import { asFields, asList, type Fields } from '../fields.js';

export interface Definition {
  name: string;
  namespace?: string;
  isCustom: boolean;
}

/** All tools that the model may call: next to the conversation and in it, alone and in groups. */
export function getDefinitions({ tools, input }: Fields): Definition[] {
  const inInput = asList(input)
    .map(asFields)
    .filter(({ type }) => type === 'additional_tools');
  return [...asList(tools), ...inInput.flatMap((item) => asList(item.tools))].flatMap((tool) =>
    toDefinitions(asFields(tool)),
  );
}

function toDefinitions(tool: Fields, namespace?: string): Definition[] {
  const name = String(tool.name);
  if (tool.type === 'namespace') {
    return asList(tool.tools).flatMap((member) => toDefinitions(asFields(member), name));
  }
  return [{ name, ...(namespace !== undefined && { namespace }), isCustom: tool.type === 'custom' }];
}
