/** The answer of `GET /v1/models`, or an error. */
export interface ModelList {
  data?: { id: string; capabilities?: readonly string[] }[];
}

/** The first model that can chat. */
export function findChatModel({ data = [] }: ModelList): string | undefined {
  return data.find(({ capabilities = [] }) => capabilities.includes('chat'))?.id;
}
