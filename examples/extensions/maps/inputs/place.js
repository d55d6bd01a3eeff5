import { connect } from '/admin/x/frame.js';

const frame = await connect();
const [lat, lng, map, closer, farther] = ['lat', 'lng', 'map', 'in', 'out'].map((id) => document.getElementById(id));
const WORDS = {
  en: { lat: 'Latitude', lng: 'Longitude', in: 'Closer', out: 'Farther' },
  de: { lat: 'Breite', lng: 'Länge', in: 'Näher', out: 'Weiter weg' },
};
const words = WORDS[frame.language] ?? WORDS.en;
for (const input of [lat, lng]) input.parentElement.firstChild.data = `${words[input.id]} `;
for (const button of [closer, farther]) button.textContent = words[button.id];
const TILE = 256;
let zoom = frame.value ? 12 : 1;

/** Web Mercator, in tiles of the present zoom, and back. */
const toTiles = (place) => {
  const sine = Math.sin((Math.max(-85, Math.min(85, place.lat)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: (place.lng / 360 + 0.5) * 2 ** zoom, y: y * 2 ** zoom };
};
const toPlace = ({ x, y }) => ({
  lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI,
  lng: (x / 2 ** zoom - 0.5) * 360,
});

/** Shows the map around the place, or the world. */
function draw() {
  const centre = toTiles(frame.value ?? { lat: 20, lng: 0 });
  const [halfX, halfY] = [map.clientWidth / 2 / TILE, map.clientHeight / 2 / TILE];
  map.replaceChildren();
  for (let x = Math.floor(centre.x - halfX); x < centre.x + halfX; x += 1)
    for (let y = Math.floor(centre.y - halfY); y < centre.y + halfY; y += 1) {
      if (y < 0 || y >= 2 ** zoom) continue;
      const tile = new Image();
      tile.src = `https://tile.openstreetmap.org/${zoom}/${((x % 2 ** zoom) + 2 ** zoom) % 2 ** zoom}/${y}.png`;
      tile.style.left = `${(x - centre.x + halfX) * TILE}px`;
      tile.style.top = `${(y - centre.y + halfY) * TILE}px`;
      map.append(tile);
    }
}

function show() {
  lat.value = frame.value?.lat ?? '';
  lng.value = frame.value?.lng ?? '';
  for (const input of [lat, lng]) input.readOnly = frame.isReadOnly;
  draw();
}

async function propose(value) {
  await frame.setValue(value).catch(() => undefined);
  draw();
}

const round = (degrees) => Math.round(degrees * 1e5) / 1e5;
function zoomBy(step) {
  zoom = Math.max(1, Math.min(18, zoom + step));
  draw();
}

for (const input of [lat, lng])
  input.addEventListener('input', () => {
    if (lat.value === '' && lng.value === '') propose(undefined);
    else if (lat.value !== '' && lng.value !== '') propose({ lat: Number(lat.value), lng: Number(lng.value) });
  });
map.addEventListener('click', ({ offsetX, offsetY }) => {
  if (frame.isReadOnly) return;
  const { x, y } = toTiles(frame.value ?? { lat: 20, lng: 0 });
  const at = toPlace({ x: x + (offsetX - map.clientWidth / 2) / TILE, y: y + (offsetY - map.clientHeight / 2) / TILE });
  propose({ lat: round(at.lat), lng: round(at.lng) }).then(show);
});
closer.addEventListener('click', () => zoomBy(1));
farther.addEventListener('click', () => zoomBy(-1));
frame.onValue(show);
frame.onChange(show);
show();
