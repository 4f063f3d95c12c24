/** The properties of an HTML syntax tree that are needed to read its text. */
export interface TextNode {
  type: string;
  value?: string;
  children?: readonly TextNode[];
}

export function getText(node: TextNode | undefined): string {
  if (node === undefined) return '';
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(getText).join('');
}
