/** A text, or an element with its tag name, properties and children. */
export type GuideNode = string | readonly [tag: string, properties: GuideProperties, ...content: GuideNode[]];

type GuideProperties = Readonly<Record<string, unknown>>;

/** A page of the guide, compiled by the build: see `compile-guide.ts`. */
export interface GuideContent {
  title: string;
  sections: readonly SectionLink[];
  nodes: readonly GuideNode[];
}

export interface SectionLink {
  id: string;
  title: string;
  level: number;
}

export function getNodeText(node: GuideNode): string {
  if (typeof node === 'string') return node;
  const [, , ...content] = node;
  return content.map(getNodeText).join('');
}
