export type ItemStatus = 'completed' | 'incomplete' | 'in_progress';

export type UserContent =
  | { type: 'input_text'; text: string }
  /** The transcript is null until it is available. The audio is stored separately. */
  | { type: 'input_audio'; transcript: string | null }
  | { type: 'input_image'; image_url: string; detail?: 'auto' | 'low' | 'high' };

export type AssistantContent =
  | { type: 'output_text'; text: string }
  | { type: 'output_audio'; transcript: string };

interface ItemHead {
  id: string;
  object: 'realtime.item';
  status: ItemStatus;
}

export type SystemItem = ItemHead & {
  type: 'message';
  role: 'system';
  content: { type: 'input_text'; text: string }[];
};
export type UserItem = ItemHead & { type: 'message'; role: 'user'; content: UserContent[] };
export type AssistantItem = ItemHead & { type: 'message'; role: 'assistant'; content: AssistantContent[] };
export type CallItem = ItemHead & { type: 'function_call'; call_id: string; name: string; arguments: string };
export type CallOutputItem = ItemHead & { type: 'function_call_output'; call_id: string; output: string };

/** An item of the conversation, as clients see it. */
export type Item = SystemItem | UserItem | AssistantItem | CallItem | CallOutputItem;

export type NewUserContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_audio'; audio?: string; transcript?: string | null }
  | { type: 'input_image'; image_url: string; detail?: 'auto' | 'low' | 'high' };

export type NewAssistantContent =
  | { type: 'output_text'; text: string }
  | { type: 'output_audio'; transcript?: string };

/** An item as clients send it, with an optional id and its audio. */
export type NewItem = { id?: string } & (
  | { type: 'message'; role: 'system'; content: { type: 'input_text'; text: string }[] }
  | { type: 'message'; role: 'user'; content: NewUserContent[] }
  | { type: 'message'; role: 'assistant'; content: NewAssistantContent[] }
  | { type: 'function_call'; call_id?: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string }
  /** Of tools that run elsewhere. Rejected. */
  | { type: 'mcp_approval_response' | 'mcp_approval_request' | 'mcp_list_tools' | 'mcp_call' }
);

export type ItemReference = { type: 'item_reference'; id: string };
