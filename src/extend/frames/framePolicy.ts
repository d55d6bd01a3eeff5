import type { IncomingHttpHeaders } from 'node:http';

interface FramePolicyOptions {
  /** The name of the extension. */
  readonly extension: string;
  /** The hosts that the extension needs. */
  readonly hosts: readonly string[];
  /** The hosts, with their ports, at which the browser may know this server. */
  readonly servers: readonly string[];
}

/** What browsers let no frame ask for. */
const FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'xr-spatial-tracking',
];

/** The permissions that the frame of an extension has: `allow-same-origin` would let it act as the interface itself. */
export const FRAME_SANDBOX = 'allow-scripts allow-forms';

/**
 * What the page of a frame may load: files of its own extension, and what it fetches from the hosts that the extension
 * needs. `self` would be all of this server, so the folder is named by its address. The sandbox is repeated here for a
 * page that is opened outside of its frame.
 */
function framePolicy({ extension, hosts, servers }: FramePolicyOptions): string {
  const folder = servers.map((host) => `${host}/admin/x/${extension}/`).join(' ');
  const scripts = servers.map((host) => `${host}/admin/x/frame.js`).join(' ');
  const others = hosts.map((host) => `https://${host}`).join(' ');
  return [
    "default-src 'none'",
    `script-src ${folder} ${scripts}`,
    `style-src ${folder}`,
    `img-src ${folder} data: blob: ${others}`.trimEnd(),
    `media-src ${folder} ${others}`.trimEnd(),
    `font-src ${folder}`,
    `connect-src ${others || "'none'"}`,
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    `sandbox ${FRAME_SANDBOX}`,
  ].join('; ');
}

/** The headers of every file of an extension's frames. */
export const frameHeaders = (options: FramePolicyOptions): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': framePolicy(options),
  'Permissions-Policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  // The origin of a sandboxed frame is like no other, so its own modules and fonts come from another origin. The files are
  // the same for everybody, and without credentials.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-cache',
  'Referrer-Policy': 'no-referrer',
});

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The hosts at which a browser may know this server: that of the request, and SITE_URL's, where a proxy asks under
 * another name.
 */
export const serversOf = ({ host = '' }: IncomingHttpHeaders, siteUrl: string): readonly string[] => [
  ...new Set([...(HOST.test(host) ? [host.toLowerCase()] : []), new URL(siteUrl).host]),
];
