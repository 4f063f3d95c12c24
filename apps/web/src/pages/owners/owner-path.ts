export function ownerPath(name: string): string {
  return `/owners/${encodeURIComponent(name)}`;
}
