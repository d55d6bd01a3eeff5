import { connect } from '/admin/x/frame.js';

const frame = await connect();
const [lat, lng, about] = ['lat', 'lng', 'about'].map((id) => document.getElementById(id));

function show(value) {
  lat.value = value?.lat ?? '';
  lng.value = value?.lng ?? '';
}
function tell() {
  lat.readOnly = frame.isReadOnly;
  about.textContent = `${frame.record?.title} (${frame.locale}), ${frame.language}, ${frame.theme.scheme}`;
}
const propose = () => frame.setValue({ lat: Number(lat.value), lng: Number(lng.value) });

lat.addEventListener('input', propose);
lng.addEventListener('input', propose);
frame.onValue(show);
frame.onChange(tell);
show(frame.value);
tell();
new ResizeObserver(() => frame.resize()).observe(document.body);
