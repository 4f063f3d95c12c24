import { GatewayError } from '#canonical';
import { type PublicFetcher } from '#egress';
import { type AskedVideo } from '#wire';

/** Refuses a request with an address that may not be called, by whatever of its parts names it. */
export async function checkLinks(
  { images, webhookUrl }: AskedVideo,
  fetcher: Pick<PublicFetcher, 'isAllowed'>,
): Promise<void> {
  const links = images.flatMap((image) => (image.kind === 'url' ? [[image.param, image.url] as const] : []));
  if (webhookUrl !== undefined) links.push(['webhook_url', webhookUrl]);
  await Promise.all(
    links.map(async ([param, url]) => {
      if (!(await fetcher.isAllowed(url))) throw notAllowed(param);
    }),
  );
}

function notAllowed(param: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" leads to an address that may not be reached.`, {
    param,
    code: 'url_not_allowed',
  });
}
