import { connect } from '/admin/x/frame.js';

const frame = await connect();
document.getElementById('about').textContent =
  `All birds, ${frame.language}, ${frame.isReadOnly ? 'to read' : 'to write'}`;
